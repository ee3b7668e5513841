import { CodeFields } from '#app/ui/admin/code-fields.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'

/** The password, or a code where two-factor authentication is on; and the button. */
export function UnlockFields({ by, error }: { by: 'code' | 'password'; error: string | undefined }) {
  const field = { id: 'unlock-field', autoFocus: true, error }
  return (
    <>
      <input type="hidden" name="unlock-by" value={by} />
      {by === 'code' ? (
        <CodeFields name="unlock-code" backupName="unlock-backup" {...field} />
      ) : (
        <Field
          label={words.password}
          name="unlock-password"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          {...field}
        />
      )}
      <Button>{words.button}</Button>
    </>
  )
}
