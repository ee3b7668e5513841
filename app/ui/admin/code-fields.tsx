import type { SecretField } from '#app/ui/forms/secret-fields.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { unlockPage as words } from '#content/pages/admin-unlock.ts'

type CodeFieldsProps = {
  name: SecretField
  backupName: SecretField
  id?: string
  autoFocus?: boolean
  error?: string
}

/** The app's code, or a backup code, whose letters a phone's number pad lacks. */
export function CodeFields({ name, backupName, ...field }: CodeFieldsProps) {
  return (
    <>
      <Field
        label={words.code}
        hint={words.codeHint}
        name={name}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...field}
      />
      <details className="backup">
        <summary>{words.backup.summary}</summary>
        <Field
          label={words.backup.label}
          hint={words.backup.hint}
          name={backupName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          optional
        />
      </details>
    </>
  )
}
