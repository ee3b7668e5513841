import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { CreatePasskey } from '#app/ui/passkeys/create-passkey.tsx'
import { PasskeyList } from '#app/ui/passkeys/passkey-list.tsx'
import { useCanUsePasskeys } from '#app/ui/passkeys/use-can-use-passkeys.ts'
import { loginPage } from '#content/pages/login.ts'
import { passkeys as words } from '#content/pages/passkeys.ts'
import { PasswordField } from './password-field.tsx'
import type { FormProps } from './profile-forms.tsx'

type PasskeysProps = FormProps & {
  passkeys: { id: string; name: string; added: string }[]
  newPasskey: { options: string; name: string } | undefined
}

/** Of somebody who does not work here. A new one asks for the password first. */
export function Passkeys({ clinic, passkeys, form, newPasskey }: PasskeysProps) {
  const canUse = useCanUsePasskeys()
  return (
    <>
      <p>{words.about}</p>
      <FormOutcome form={form} />
      <PasskeyList passkeys={passkeys} />
      {newPasskey ? (
        <CreatePasskey {...newPasskey} />
      ) : canUse ? (
        <ActionForm noValidate offline={loginPage.offline(clinic)}>
          <PasswordField label={words.password} id="passkey-password" kind="current-password" form={form} />
          <IntentButton intent="start-passkey" text={words.start} kind="line" />
        </ActionForm>
      ) : (
        <p className="hint">{words.unsupported}</p>
      )}
    </>
  )
}
