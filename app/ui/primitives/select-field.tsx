import type { ComponentProps, ReactNode } from 'react'
import { FieldError } from './field.tsx'

type SelectFieldProps = ComponentProps<'select'> & {
  label: ReactNode
  name: string
  hint?: string
  error?: string
  /** Values with their texts, in order. */
  options: readonly (readonly [value: string, text: string])[]
}

/** A labeled list to choose from, with its hint above and its error below, as `Field` has them. */
export function SelectField({ label, name, id = name, hint, error, options, ...select }: SelectFieldProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select
        className="in"
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        {...select}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  )
}
