import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import type { SecretField } from '#app/ui/forms/secret-fields.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { useAnswerCount } from './use-answer-count.ts'

type PasswordFieldProps = {
  label: string
  name?: Extract<SecretField, 'password' | 'current'>
  /** For password managers. */
  kind: 'current-password' | 'new-password'
  hint?: string
  id?: string
  form: FormState
}

/** Never filled in again after an error. */
export function PasswordField({ label, name = 'password', kind, hint, id, form }: PasswordFieldProps) {
  const round = useAnswerCount(form.values)
  const { defaultValue: _, ...state } = fieldState(form, name)
  return (
    <Field
      key={round}
      label={label}
      name={name}
      type="password"
      autoComplete={kind}
      hint={hint}
      {...(id && { id })}
      {...state}
    />
  )
}
