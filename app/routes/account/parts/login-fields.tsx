import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { loginPage } from '#content/pages/login.ts'
import { PasswordField } from './password-field.tsx'

/** Says that the page has tried to set a cookie. */
export const asksCookie = 'asks-cookie'

/** A password belongs to one of the two, an address to both. */
export function LoginFields({ mode, form }: { mode: 'login' | 'signUp'; form: FormState }) {
  const { name, email, password } = loginPage.fields
  const { button, pending } = loginPage[mode]
  const isNew = mode === 'signUp'
  return (
    <>
      <input type="hidden" name={asksCookie} value="1" />
      {isNew && <Field label={name} name="name" autoComplete="name" optional {...fieldState(form, 'name')} />}
      <EmailField label={email} form={form} knownAddress={!isNew} />
      {isNew ? (
        <PasswordField key="new" label={password} kind="new-password" hint={loginPage.signUp.hint} form={form} />
      ) : (
        <PasswordField key="current" label={password} kind="current-password" form={form} />
      )}
      {isNew && <Honeypot />}
      <Button wide pending={pending}>
        {button}
      </Button>
    </>
  )
}
