import { canSend } from '#app/domain/newsletter/campaign-checks.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { useSite } from '#app/http/site.ts'
import { Fold } from '#app/ui/admin/fold.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { editPath } from './edit-path.ts'
import { newsletterPage as words } from './words.ts'
import { NewsletterChecks } from './newsletter-checks.tsx'
import type { NewsletterView } from './newsletter.tsx'

/** `form`: as posted. */
export type NewsletterReviewProps = NewsletterView & NonNullable<NewsletterView['review']> & { form: FormState }

/** The page between the form and sending: preview, checks and buttons. */
export function NewsletterReview(props: NewsletterReviewProps) {
  const { checks, admin, byRelay, form, stamp } = props
  const { id } = props.campaign
  const open = canSend(checks)
  return (
    <>
      <section className="panel" aria-labelledby="preview">
        <h2 id="preview">{words.preview.heading}</h2>
        <iframe className="preview" src={`/admin/newsletter/${id}/preview`} title={words.preview.frame} />
        <div className="row">
          <a href={`/admin/newsletter/${id}/preview`}>{words.preview.open}</a>
          <ActionForm>
            <IntentButton intent="test" text={words.test.button(admin)} kind="line" small />
          </ActionForm>
        </div>
        {byRelay && <p className="hint">{words.relayHint(useSite().clinic)}</p>}
      </section>
      <section className="panel" aria-labelledby="checks">
        <h2 id="checks">{words.checks.heading}</h2>
        <NewsletterChecks {...props} />
      </section>
      <section className="panel stack" aria-labelledby="send">
        <h2 id="send">{words.send.heading}</h2>
        {open ? (
          <ActionForm className="row">
            <input type="hidden" name="over" value={stamp} />
            <IntentButton intent="send" text={words.send.now} />
            <ButtonLink kind="line" to={editPath(props.campaign)}>
              {words.checks.edit}
            </ButtonLink>
            <p className="hint">{words.send.pressed}</p>
          </ActionForm>
        ) : (
          <p>{words.send.stopped}</p>
        )}
        {open && (
          <Fold summary={words.send.later} open={form.fieldErrors?.at !== undefined}>
            <ActionForm noValidate className="adm-bar">
              <Field label={words.send.at} {...namedField(form, 'at')} type="datetime-local" />
              <input type="hidden" name="over" value={stamp} />
              <IntentButton intent="schedule" text={words.send.atButton} kind="line" />
            </ActionForm>
          </Fold>
        )}
      </section>
    </>
  )
}
