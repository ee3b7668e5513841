import { type ComponentType, useEffect, useRef, useState } from 'react'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { editorWords as words } from '#content/pages/admin-editor.ts'
import type { EditorProps, Insert } from './editor.tsx'
import { mostEdited } from './size.ts'

type FormattedFieldProps = {
  label: string
  name: string
  id?: string
  hint?: string | undefined
  error?: string | undefined
  optional?: boolean
  /** Characters of its Markdown. */
  most: number
  /** Whether the text may have headings. */
  headings?: boolean
  defaultValue?: string | undefined
  autoFocus?: boolean
  /** What a menu puts into the text. */
  inserts?: Insert[]
}

/** Once it was loaded, a field that is drawn again has it at once. */
let loaded: ComponentType<EditorProps> | undefined

/**
 * A text with formatting. It is a textarea of Markdown; in a browser with scripts an editor takes its place when it comes
 * into view, and writes into it, so that forms know nothing of an editor.
 */
export function FormattedField({
  label,
  name,
  id = name,
  hint,
  error,
  optional = false,
  most,
  headings = false,
  defaultValue,
  autoFocus,
  inserts = [],
}: FormattedFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const hadFocus = useRef(false)
  const [Editor, setEditor] = useState(() => loaded)

  useEffect(() => {
    const field = textarea.current
    if (!field || Editor) return
    async function load() {
      if (field!.value.length > mostEdited) return
      try {
        loaded ??= (await import('./editor.tsx')).Editor
        // Hiding it takes the focus away.
        hadFocus.current = document.activeElement === field
        setEditor(() => loaded)
      } catch {
        // The textarea stays; its next focus tries again.
      }
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void load()
    })
    observer.observe(field)
    field.addEventListener('focus', load)
    return () => {
      observer.disconnect()
      field.removeEventListener('focus', load)
    }
  }, [Editor])

  const ids = { label: `${id}-label`, hint: `${id}-hint`, syntax: `${id}-syntax`, error: `${id}-error` }
  const describedBy =
    [hint && ids.hint, !Editor && ids.syntax, error && ids.error].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <label id={ids.label} htmlFor={id}>
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={ids.hint}>
          {hint}
        </p>
      )}
      {!Editor && (
        <p className="hint" id={ids.syntax}>
          {headings ? words.syntaxWithHeadings : words.syntax}
        </p>
      )}
      <textarea
        ref={textarea}
        name={name}
        className="in"
        dir="auto"
        rows={6}
        defaultValue={defaultValue}
        autoFocus={autoFocus}
        {...(Editor
          ? { hidden: true }
          : { id, required: !optional, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      />
      {/* Below, so that the textarea is there when the editor opens. */}
      {Editor && (
        <Editor
          {...{ id, textarea, describedBy, most, headings, inserts }}
          hasFocus={hadFocus}
          labelId={ids.label}
          isInvalid={error !== undefined}
          required={!optional}
        />
      )}
      {error && <FieldError id={ids.error} text={error} />}
    </div>
  )
}
