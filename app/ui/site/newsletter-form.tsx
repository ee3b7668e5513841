import { newsletter } from '#content/pages/newsletter.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import type { Facts } from '#content/pages/page.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'

type NewsletterFormProps = { texts: Content<'site'>['newsletter']; clinic: Facts; form: FormState }

/** On cached pages, so it contains no visitor's value. */
export function NewsletterForm({ texts, clinic, form }: NewsletterFormProps) {
  return (
    <section className="news" id="newsletter" aria-labelledby="newsletter-heading">
      <div className="cols news-in wrap">
        <div>
          <h2 id="newsletter-heading">{texts.heading}</h2>
          <p className="muted">{texts.text}</p>
        </div>
        <div>
          <PostForm className="inline" action={`/#${outcomeId}`} offline={newsletter.offline(clinic)}>
            <EmailField label={newsletter.emailLabel} id="newsletter-email" form={form} />
            <Honeypot />
            <Button pending={newsletter.pending}>{newsletter.button}</Button>
          </PostForm>
          <FormOutcome form={form} />
        </div>
      </div>
    </section>
  )
}
