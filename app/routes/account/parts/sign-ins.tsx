import type { FormState } from '#app/domain/shared/form-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { profilePage } from '#content/pages/profile.ts'
import { ProfileFormFrame } from './profile-form.tsx'

export type ShownSignIn = {
  id: string
  device: string
  isThis: boolean
  since: string
  lastUsed: string
}

const words = profilePage.signIns

type SignInsProps = { clinic: PageSite['clinic']; signIns: ShownSignIn[]; form: FormState }

export function SignIns({ clinic, signIns, form }: SignInsProps) {
  return (
    <>
      <FormOutcome form={form} />
      <ProfileFormFrame clinic={clinic}>
        <ul className="rows">
          {signIns.map((signIn) => (
            <li key={signIn.id}>
              <b>{signIn.device}</b>
              {signIn.isThis ? (
                <span className="tag">{words.this}</span>
              ) : (
                <button
                  className="btn-text"
                  name="intent"
                  value={`end:${signIn.id}`}
                  aria-label={words.endOf(signIn.device)}
                >
                  {words.end}
                </button>
              )}
              <span className="hint">{words.since(signIn.since, signIn.lastUsed)}</span>
            </li>
          ))}
        </ul>
        <Button kind="line" name="intent" value="everywhere">
          {words.everywhere}
        </Button>
      </ProfileFormFrame>
    </>
  )
}
