import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { contactPage } from '#content/pages/contact.ts'

type ContactFormProps = { page: Content<'contact'>; clinic: ClinicFacts; form: FormState }

/** On a cached page, so it holds nothing of one visitor. */
export function ContactForm({ page, clinic, form }: ContactFormProps) {
  const { heading, needed, hint } = page.write
  const { name, email, message, button, pending, offline } = contactPage.write
  return (
    // Not a named region, since its name would contain that of the field 'Message'.
    <section id="write">
      <h2>{heading}</h2>
      <FormOutcome form={form} />
      <ProblemSummary form={form} />
      <PostForm action={`/contact#${outcomeId}`} offline={offline(clinic)}>
        <p className="hint">
          <NoBreak text={needed} />
        </p>
        <div className="cols side-by-side">
          <Field label={name} name="name" autoComplete="name" {...fieldState(form, 'name')} />
          <EmailField label={email} form={form} />
        </div>
        <Field label={message} name="message" multiline rows={6} hint={hint} {...fieldState(form, 'message')} />
        <Honeypot />
        <Button pending={pending}>{button}</Button>
      </PostForm>
    </section>
  )
}
