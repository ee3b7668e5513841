import type { Command } from 'prosemirror-state'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#app/ui/primitives/button.tsx'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { editorWords } from '#content/pages/admin-editor.ts'
import { removeLink, setLink } from './commands.ts'
import { toLinkAddress } from './link-address.ts'

const words = editorWords.address

type LinkFormProps = {
  id: string
  /** Of the link that is edited. */
  address: string | undefined
  onRun: (command: Command) => void
  onClose: () => void
}

/** Stands within the text's own form, which gets nothing of it: no form of its own, and no name. */
export function LinkForm({ id, address, onRun, onClose }: LinkFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const errorId = `${id}-error`

  function apply() {
    const href = toLinkAddress(field.current?.value ?? '')
    if (href === undefined) {
      setInvalid(true)
      field.current?.focus()
      return
    }
    onRun(setLink(href))
    onClose()
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === field.current) apply()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Keys of the field within.
    <div className="editor-link" onKeyDown={press} onChange={(event) => event.stopPropagation()}>
      <label htmlFor={id}>{words.label}</label>
      <p className="hint" id={`${id}-hint`}>
        {words.hint}
      </p>
      <input
        ref={field}
        id={id}
        className="in"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={address}
        // It was just asked for.
        autoFocus
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-hint${isInvalid ? ` ${errorId}` : ''}`}
      />
      {isInvalid && <FieldError id={errorId} text={words.invalid} />}
      <p className="row">
        <Button type="button" kind="line" small onClick={apply}>
          {words.apply}
        </Button>
        {address !== undefined && (
          <Button
            type="button"
            kind="line"
            small
            onClick={() => {
              onRun(removeLink)
              onClose()
            }}
          >
            {words.remove}
          </Button>
        )}
        <button type="button" className="btn-text" onClick={onClose}>
          {words.cancel}
        </button>
      </p>
    </div>
  )
}
