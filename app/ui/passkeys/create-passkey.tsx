import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { passkeys as words } from '#content/pages/passkeys.ts'

/** The second step of a new passkey: its name, and the device that creates it. */
export const CreatePasskey = ({ options, name }: { options: string; name: string }) => (
  <ActionForm noValidate>
    <p>{words.create.text}</p>
    <input type="hidden" name="intent" value="add-passkey" />
    <Field label={words.create.name} name="name" id="passkey-name" autoComplete="off" defaultValue={name} autoFocus />
    <PasskeyButton name="created" text={words.create.button} failed={words.create.failed} options={options} />
  </ActionForm>
)
