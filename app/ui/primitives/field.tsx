import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type ControlProps =
  | ({ multiline?: false } & ComponentProps<'input'>)
  | ({ multiline: true } & ComponentProps<'textarea'>)

type FieldProps = ControlProps & {
  label: string
  name: string
  /** Only when the page has two fields of one name. */
  id?: string
  hint?: string
  error?: string
  /** Fields are required unless they say so. */
  optional?: boolean
}

/** A labeled field; its hint and error are read out with it. */
export function Field({
  label,
  name,
  id = name,
  hint,
  error,
  optional = false,
  required = !optional,
  'aria-describedby': describedElsewhere,
  children,
  ...control
}: FieldProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId, describedElsewhere].filter(Boolean).join(' ') || undefined
  const shared = {
    id,
    name,
    className: 'in',
    required,
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      <Control {...control} {...shared} />
      {error && <FieldError id={errorId} text={error} />}
      {children}
    </div>
  )
}

function Control(props: ControlProps) {
  if (props.multiline) {
    const { multiline: _, ...textarea } = props
    return <textarea {...textarea} />
  }
  const { multiline: _, type = 'text', ...input } = props
  return <input type={type} {...input} />
}

/** The field names this id in `aria-describedby`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      <span>
        <span className="vh">Error: </span>
        {text}
      </span>
    </p>
  )
}
