import type { ReactNode } from 'react'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { SignInList, type ShownSignIn } from '#app/ui/sign-ins/sign-in-list.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { loginPage, resetPage } from '#content/pages/login.ts'
import { profilePage as words } from '#content/pages/profile.ts'
import { PasswordField } from './password-field.tsx'

export type FormProps = { clinic: PageSite['clinic']; form: FormState }

export function NameForm({ clinic, name, form }: FormProps & { name: string }) {
  const { field, button } = words.name
  return (
    <ProfileForm clinic={clinic} form={form}>
      <Field label={field} name="name" autoComplete="name" optional {...fieldState(form, 'name', name)} />
      <IntentButton intent="name" text={button} />
    </ProfileForm>
  )
}

export function PasswordForm({ clinic, email, least, form }: FormProps & { email: string; least: number }) {
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
        hint={resetPage.longEnough(least)}
        form={form}
      />
      <IntentButton intent="password" text={button} />
    </ProfileForm>
  )
}

export const SignIns = ({ clinic, signIns, form }: FormProps & { signIns: ShownSignIn[] }) => (
  <ProfileForm clinic={clinic} form={form}>
    <SignInList signIns={signIns} />
  </ProfileForm>
)

export function DeleteForm({ clinic, form }: FormProps) {
  const { field, button } = words.remove
  return (
    <ProfileForm clinic={clinic} form={form}>
      <PasswordField label={field} kind="current-password" form={form} />
      <IntentButton intent="delete" text={button} kind="line" />
    </ProfileForm>
  )
}

function ProfileForm({ clinic, form, children }: FormProps & { children: ReactNode }) {
  return (
    <>
      <FormOutcome form={form} />
      <ActionForm noValidate offline={loginPage.offline(clinic)}>
        {children}
      </ActionForm>
    </>
  )
}
