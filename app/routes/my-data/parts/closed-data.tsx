import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { myDataPage } from '#content/pages/my-data.ts'

const words = myDataPage.closed

type ClosedDataProps = {
  clinic: PageSite['clinic']
  access: { kind: 'signed-out' | 'unverified' } | { kind: 'confirm'; byPassword: boolean }
  form: FormState
}

/** Until somebody has shown who they are. */
export const ClosedData = ({ clinic, access, form }: ClosedDataProps) => (
  <section aria-labelledby="closed">
    <h2 id="closed">{words[access.kind].heading}</h2>
    <div>
      <FormOutcome form={form} />
      {access.kind === 'unverified' && (
        <p>
          <NoBreak text={words.unverified.text(clinic)} />
        </p>
      )}
      {access.kind === 'signed-out' && (
        <>
          <p>{words['signed-out'].text}</p>
          <p className="row">
            <ButtonLink href={signInPath('/my-data')}>{words['signed-out'].login}</ButtonLink>
            <ButtonLink kind="line" href="/appointments">
              {words['signed-out'].links}
            </ButtonLink>
          </p>
        </>
      )}
      {access.kind === 'confirm' && (
        <>
          <p>{words.confirm.text}</p>
          {access.byPassword && (
            <PostForm action={`/my-data#${outcomeId}`}>
              <Field
                label={words.confirm.password}
                name="password"
                type="password"
                autoComplete="current-password"
                {...{ ...fieldState(form, 'password'), defaultValue: undefined }}
              />
              <IntentButton intent="open" text={words.confirm.button} />
            </PostForm>
          )}
          <p className="hint">{words.confirm.again}</p>
          <PostForm action="/logout">
            <Button kind="line">{words.confirm.logOut}</Button>
          </PostForm>
        </>
      )}
    </div>
  </section>
)
