import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { Detail } from '#app/ui/admin/detail.tsx'
import { newsletterIssue } from '#content/emails.ts'
import { newsletterPage as words } from '#content/pages/admin-newsletter.ts'
import { resolveWords } from '#content/pages/page.ts'

type NewsletterHeadProps = {
  campaign: Pick<Campaign, 'subject' | 'url'>
  when: { started?: string | undefined; ended?: string | undefined }
  clinic: ClinicFacts
}

export function NewsletterHead({ campaign: { subject, url }, when, clinic }: NewsletterHeadProps) {
  return (
    <dl className="dl">
      <Detail name={words.subject}>{subject ?? resolveWords(newsletterIssue.subject, clinic)}</Detail>
      <Detail name={words.started}>{when.started}</Detail>
      <Detail name={words.ended}>{when.ended}</Detail>
      <Detail name={words.link}>
        <a href={url} rel="noreferrer" target="_blank" className="breaks">
          {url}
        </a>
      </Detail>
    </dl>
  )
}
