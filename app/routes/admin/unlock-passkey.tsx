import type { Confirmation } from '#app/domain/accounts/confirmation.server.ts'
import { PasskeyButton } from '#app/ui/passkeys/passkey-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { passkeys } from '#content/pages/passkeys.ts'

const words = passkeys.unlock

/** Beside the password or code, or instead of them. Apart from those, which every page of the dashboard loads. */
export const UnlockPasskey = ({ by, error }: Pick<Confirmation, 'by'> & { error: string | undefined }) => (
  <>
    {by === 'passkey' && error && <Note kind="error">{error}</Note>}
    <PasskeyButton
      kind={by === 'passkey' ? 'primary' : 'line'}
      type={by === 'passkey' ? 'submit' : 'button'}
      name="unlock-passkey"
      text={words.button}
      failed={words.failed}
    />
    {by === 'passkey' && <p className="hint">{words.only}</p>}
  </>
)
