import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { Campaign, CampaignCounts } from '#app/domain/newsletter/campaign.ts'
import type { FailedCampaignEmail } from '#app/domain/outbox/campaign-emails.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { NewsletterRow } from '#app/ui/admin/newsletter/newsletter-history.tsx'
import { newsletterPage as words } from '#content/pages/admin-newsletter.ts'

export function rowOf(campaign: Campaign, now: number): NewsletterRow {
  const { id, url, subject, state, createdAt, startedAt, startsAt, counts } = campaign
  return {
    id,
    title: subject ?? url,
    url,
    when: clinicMoment(startedAt ?? startsAt ?? createdAt, clinicTimeZone, now),
    state: words.states[state],
    counts: state === 'draft' || state === 'scheduled' ? '' : describeCounts(counts),
  }
}

const describeCounts = ({ sent, kept, failed, uncertain }: CampaignCounts) =>
  [
    kept > 0 ? words.kept(kept) : words.arrived(sent),
    failed > 0 && words.failed(failed),
    uncertain > 0 && words.uncertain(uncertain),
  ]
    .filter(Boolean)
    .join(', ')

export const formatMoment = (epochMs: number | undefined, now: number) =>
  epochMs === undefined ? undefined : clinicMoment(epochMs, clinicTimeZone, now)

export const toFailure = ({ email, reason, detail, uncertain }: FailedCampaignEmail) => ({
  email,
  why: describeReason(reason ?? '', uncertain === 1),
  detail: detail?.trim() ?? '',
})

function describeReason(reason: string, uncertain: boolean) {
  const { reasons } = words
  if (/^smtp 5\d\d at RCPT/.test(reason)) return reasons.address
  if (/^smtp 5\d\d/.test(reason)) return reasons.email
  if (/^relay \d/.test(reason)) return reasons.relay(reason.replace('relay ', ''))
  if (reason === 'interrupted') return reasons.interrupted
  return uncertain ? reasons.noAnswer : reasons.tries
}

export function toNotice(flash: 'newsletter-tested' | 'newsletter-address-saved' | undefined, emailsLeave: boolean) {
  if (flash === 'newsletter-tested') return emailsLeave ? words.test.sent : words.test.kept
  return flash && words.checks.addressForm.saved
}
