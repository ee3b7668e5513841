import type { ReactNode } from 'react'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { loginPage, resetPage } from '#content/pages/login.ts'
import { profilePage as words } from '#content/pages/profile.ts'
import { PasswordField } from './password-field.tsx'

type FormProps = { clinic: PageSite['clinic']; form: FormState }

export function NameForm({ clinic, name, form }: FormProps & { name: string }) {
  const { field, button } = words.name
  return (
    <ProfileForm clinic={clinic} form={form}>
      <Field
        label={field}
        name="name"
        autoComplete="name"
        optional
        {...fieldState({ ...form, values: form.values ?? { name } }, 'name')}
      />
      <Button name="intent" value="name">
        {button}
      </Button>
    </ProfileForm>
  )
}

export function PasswordForm({ clinic, email, form }: FormProps & { email: string }) {
  const { current, button } = words.password
  return (
    <ProfileForm clinic={clinic} form={form}>
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField label={current} name="current" kind="current-password" form={form} />
      <PasswordField
        label={words.password.new}
        kind="new-password"
        id="new-password"
        hint={resetPage.hint}
        form={form}
      />
      <Button name="intent" value="password">
        {button}
      </Button>
    </ProfileForm>
  )
}

export type ShownSignIn = {
  id: string
  device: string
  isThis: boolean
  since: string
  lastUsed: string
}

export function SignIns({ clinic, signIns, form }: FormProps & { signIns: ShownSignIn[] }) {
  return (
    <ProfileForm clinic={clinic} form={form}>
      <ul className="rows">
        {signIns.map((signIn) => (
          <li key={signIn.id}>
            <b>{signIn.device}</b>
            {signIn.isThis ? (
              <span className="tag">{words.signIns.this}</span>
            ) : (
              <button
                className="btn-text"
                name="intent"
                value={`end:${signIn.id}`}
                aria-label={words.signIns.endOf(signIn.device)}
              >
                {words.signIns.end}
              </button>
            )}
            <span className="hint">{words.signIns.since(signIn.since, signIn.lastUsed)}</span>
          </li>
        ))}
      </ul>
      <Button kind="line" name="intent" value="everywhere">
        {words.signIns.everywhere}
      </Button>
    </ProfileForm>
  )
}

export function DeleteForm({ clinic, form }: FormProps) {
  const { text, field, button } = words.remove
  return (
    <>
      <p>{text}</p>
      <ProfileForm clinic={clinic} form={form}>
        <PasswordField label={field} kind="current-password" form={form} />
        <Button kind="line" name="intent" value="delete">
          {button}
        </Button>
      </ProfileForm>
    </>
  )
}

function ProfileForm({ clinic, form, children }: FormProps & { children: ReactNode }) {
  return (
    <>
      <FormOutcome form={form} />
      <form
        method="post"
        action={`/profile#${outcomeId}`}
        noValidate
        data-enhance
        data-offline={loginPage.offline(clinic)}
      >
        {children}
      </form>
    </>
  )
}
