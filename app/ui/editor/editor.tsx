import '#app/ui/styles/editor.css'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Command } from 'prosemirror-state'
import { editorWords as words } from '#content/pages/admin-editor.ts'
import { findLink, insertBlocks } from './commands.ts'
import { InsertMenu } from './insert-menu.tsx'
import { LinkForm } from './link-form.tsx'
import { openEditor, type OpenEditor } from './open-editor.ts'
import { Toolbar } from './toolbar.tsx'

/** A group of a menu. `text`: Markdown, in paragraphs of its own. */
export type Insert = { label: string; options: { label: string; text: string }[] }

export type EditorProps = {
  /** Of the field, which the editor takes over from its textarea. */
  id: string
  labelId: string
  textarea: RefObject<HTMLTextAreaElement | null>
  describedBy: string | undefined
  isInvalid: boolean
  required: boolean
  most: number
  headings: boolean
  inserts: Insert[]
  /** The textarea had the focus when it was hidden. */
  hasFocus: RefObject<boolean>
}

/** What stands above a hidden textarea and writes into it. */
export function Editor({
  id,
  labelId,
  textarea,
  describedBy,
  isInvalid,
  required,
  most,
  headings,
  inserts,
  hasFocus,
}: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>(null)
  const [shown, setShown] = useState<{ state: OpenEditor['state']; length: number }>()
  const [isLinking, setLinking] = useState(false)
  const [note, setNote] = useState('')

  const attributes = {
    id,
    class: 'in editor-text',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-required': String(required),
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    spellcheck: 'true',
    dir: 'auto',
    // A link to it would make it one that Tab passes over.
    tabindex: '0',
  }

  useLayoutEffect(() => {
    const opened = openEditor({
      place: place.current!,
      textarea: textarea.current!,
      headings,
      hasFocus: hasFocus.current,
      onChange: (state, text) => setShown({ state, length: text.length }),
      onLink: () => setLinking(true),
      onNote: setNote,
    })
    editor.current = opened
    const label = document.getElementById(labelId)
    label?.addEventListener('click', opened.focus)
    return () => {
      label?.removeEventListener('click', opened.focus)
      opened.close()
    }
  }, [textarea, headings, hasFocus, labelId])

  // After each drawing, since an answer may have brought another text.
  useLayoutEffect(() => editor.current?.update(attributes))

  const run = (command: Command) => editor.current?.run(command)
  return (
    <div className="editor">
      {inserts.length > 0 && (
        <InsertMenu
          inserts={inserts}
          onInsert={(text) => {
            run(insertBlocks(text))
            editor.current?.focus()
          }}
        />
      )}
      {shown && (
        <Toolbar state={shown.state} headings={headings} controls={id} onRun={run} onLink={() => setLinking(true)} />
      )}
      {isLinking && shown && (
        <LinkForm
          id={`${id}-address`}
          address={findLink(shown.state)?.href}
          onRun={run}
          onClose={() => {
            setLinking(false)
            editor.current?.focus()
          }}
        />
      )}
      <div ref={place} />
      <p className="hint editor-count">{shown && words.characters(shown.length, most)}</p>
      <p className="editor-note" role="status">
        {note}
      </p>
    </div>
  )
}
