import { newsletter } from '#content/pages/newsletter.ts'
import type { Facts } from '#content/pages/page.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { Note } from '#app/ui/primitives/note.tsx'

type NewsletterFormProps = {
  clinic: Facts
} & NewsletterFormState

export type NewsletterFormState = {
  /** The success text. */
  notice?: string
  /** The failure text, when it could not be stored. */
  error?: string
  /** What is wrong with the address. */
  fieldError?: string
  /** What the visitor typed, kept after an error. */
  values?: { email?: string }
}

/** Stands on cached pages, so it carries nothing of the visitor's own; the small script swaps the whole section. */
export function NewsletterForm({ clinic, notice, error, fieldError, values }: NewsletterFormProps) {
  return (
    <section className="news" id="newsletter" aria-labelledby="newsletter-heading" data-swap>
      <div className="news-in wrap">
        <div>
          <h2 id="newsletter-heading">{newsletter.heading}</h2>
          <p className="muted">{newsletter.text}</p>
        </div>
        <div>
          <form
            className="inline"
            method="post"
            action="/#newsletter"
            noValidate
            data-enhance
            data-offline={newsletter.offline(clinic)}
          >
            <Field
              label={newsletter.emailLabel}
              id="newsletter-email"
              name="email"
              type="email"
              autoComplete="email"
              defaultValue={values?.email}
              error={fieldError}
            />
            <Honeypot />
            <Button>{newsletter.button}</Button>
          </form>
          {notice && <Note kind="success">{notice}</Note>}
          {error && <Note kind="error">{error}</Note>}
        </div>
      </div>
    </section>
  )
}
