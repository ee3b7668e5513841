import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { profilePage } from '#content/pages/profile.ts'

const words = profilePage.signIns

export type ShownSignIn = {
  id: string
  device: string
  isThis: boolean
  since: string
  lastUsed: string
}

/** The devices of an account, each with a button to sign it out; in a form. */
export function SignInList({ signIns }: { signIns: ShownSignIn[] }) {
  return (
    <>
      <ul className="rows">
        {signIns.map((signIn) => (
          <li key={signIn.id}>
            <b>{signIn.device}</b>
            {signIn.isThis ? (
              <span className="tag">{words.this}</span>
            ) : (
              <IntentButton
                intent={`end:${signIn.id}`}
                text={words.end}
                kind="text"
                aria-label={words.endOf(signIn.device)}
              />
            )}
            <span className="hint">{words.since(signIn.since, signIn.lastUsed)}</span>
          </li>
        ))}
      </ul>
      <IntentButton intent="everywhere" text={words.everywhere} kind="line" />
    </>
  )
}
