import type { ReactNode } from 'react'
import { CodeFields } from '#app/ui/admin/code-fields.tsx'
import type { Confirmation } from '#app/domain/accounts/confirmation.server.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'

type UnlockFieldsProps = Pick<Confirmation, 'by'> & { error: string | undefined; children: ReactNode }

/** The password, or a code where two-factor authentication is on, and the button. `children`: the passkey. */
export function UnlockFields({ by, error, children }: UnlockFieldsProps) {
  const field = { id: 'unlock-field', autoFocus: true, error }
  return (
    <>
      <input type="hidden" name="unlock-by" value={by} />
      {by === 'code' && <CodeFields name="unlock-code" backupName="unlock-backup" {...field} />}
      {by === 'password' && (
        <Field
          label={words.password}
          name="unlock-password"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          {...field}
        />
      )}
      {by !== 'passkey' && <Button>{words.button}</Button>}
      {children}
    </>
  )
}
