import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { passkeys as words } from '#content/pages/passkeys.ts'

type PasskeyListProps = {
  passkeys: { id: string; name: string; added: string }[]
  /** Asks whether this one is to be removed, though it is needed. */
  last?: string | undefined
}

/** The passkeys of an account, each to be renamed or removed. */
export function PasskeyList({ passkeys, last }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>{words.none}</p>
  return (
    <ul className="rows">
      {passkeys.map(({ id, name, added }) => (
        <li key={id}>
          <div>
            <b>{name}</b> <span className="hint">{words.added(added)}</span>
            <details>
              <summary aria-label={words.rename.of(name)}>{words.rename.summary}</summary>
              <ActionForm noValidate>
                <input type="hidden" name="passkey" value={id} />
                <Field label={words.rename.name} id={`name-${id}`} name="name" autoComplete="off" defaultValue={name} />
                <IntentButton intent="rename-passkey" text={words.rename.button} kind="line" small />
              </ActionForm>
            </details>
          </div>
          <ActionForm>
            <input type="hidden" name="passkey" value={id} />
            {id === last ? (
              <>
                <Note kind="warn">{words.last.text}</Note>
                <IntentButton intent="remove-last-passkey" text={words.last.button} kind="danger" />
              </>
            ) : (
              <IntentButton intent="remove-passkey" text={words.remove} kind="text" aria-label={words.removeOf(name)} />
            )}
          </ActionForm>
        </li>
      ))}
    </ul>
  )
}
