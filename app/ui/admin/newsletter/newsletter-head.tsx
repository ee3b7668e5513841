import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { newsletterIssue } from '#content/emails.ts'
import { newsletterPage as words } from '#content/pages/admin-newsletter.ts'
import { resolveWords } from '#content/pages/page.ts'

type NewsletterHeadProps = {
  campaign: Pick<Campaign, 'subject' | 'url'>
  when: { started?: string | undefined; ended?: string | undefined }
  clinic: ClinicFacts
}

/** Which newsletter it is. */
export function NewsletterHead({ campaign: { subject, url }, when, clinic }: NewsletterHeadProps) {
  const rows: [string, string | undefined][] = [
    [words.subject, subject ?? resolveWords(newsletterIssue.subject, clinic)],
    [words.started, when.started],
    [words.ended, when.ended],
  ]
  return (
    <dl className="dl">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>{words.link}</dt>
        <dd>
          <a href={url} rel="noreferrer" target="_blank" className="breaks">
            {url}
          </a>
        </dd>
      </div>
    </dl>
  )
}
