import type { ReactNode } from 'react'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FieldError } from '#app/ui/primitives/field.tsx'

type AnswerGroupProps = { name: string; legend: string; hint?: string; form: FormState; children: ReactNode }

/** Boxes to check or choose from, with one question and one message. */
export function AnswerGroup({ name, legend, hint, form, children }: AnswerGroupProps) {
  const { error, id = name } = fieldState(form, name)
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className="answers" id={id} aria-describedby={describedBy} tabIndex={error ? -1 : undefined}>
      <legend>{legend}</legend>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${name}-error`} text={error} />}
    </fieldset>
  )
}
