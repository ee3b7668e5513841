import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { newLinkPage as words } from '#content/pages/appointment.ts'

export function NewLinkForm({ clinic, form = {} }: { clinic: PageSite['clinic']; form?: FormState }) {
  return (
    <section id="new-link" className="prose" data-swap>
      <FormOutcome form={form} />
      <form
        method="post"
        action={`/appointments#${outcomeId}`}
        noValidate
        data-enhance
        data-offline={words.offline(clinic)}
      >
        <EmailField label={words.email} form={form} />
        <Honeypot />
        <Button>{words.button}</Button>
      </form>
    </section>
  )
}
