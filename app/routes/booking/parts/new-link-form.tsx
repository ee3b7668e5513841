import type { Content } from '#app/domain/content/content-record.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { EmailField } from '#app/ui/forms/email-field.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Honeypot } from '#app/ui/primitives/honeypot.tsx'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { CenterCard } from './center-card.tsx'
import { newLinkPage as words } from '#content/pages/appointment.ts'

export function NewLinkForm({ clinic, form = {} }: { clinic: PageSite['clinic']; form?: FormState }) {
  return (
    <section id="new-link">
      <FormOutcome form={form} />
      <PostForm className="panel" action={`/appointments#${outcomeId}`} offline={words.offline(clinic)}>
        <EmailField label={words.email} form={form} />
        <Honeypot />
        <Button>{words.button}</Button>
      </PostForm>
    </section>
  )
}

/** For a link that is forged, incomplete, revoked or expired. */
export function LinkGone({ site, texts }: { site: PageSite; texts: Content<'find-appointment'> }) {
  return (
    <CenterCard page={texts.gone} site={site} path="/appointments">
      <p>
        <NoBreak text={site.keepsEmails ? texts.kept : texts.gone.help} />
      </p>
      {!site.keepsEmails && <NewLinkForm clinic={site.clinic} />}
    </CenterCard>
  )
}
