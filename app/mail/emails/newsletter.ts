import { findCampaign } from '#app/domain/newsletter/campaigns.server.ts'
import { defineEmail, type EmailDeps } from '#app/mail/define-email.ts'
import { unsubscribeUrl } from '#app/mail/links.ts'
import { newsletterIssue } from '#app/mail/newsletter-issue.ts'

export const newsletter = defineEmail({
  ...newsletterIssue,
  kind: 'newsletter',
  load: (deps, { campaignId, subscriberId }) => loadIssue(deps, campaignId, subscriberId),
})

/** To the admin; its unsubscribe link belongs to no subscriber. */
export const newsletterTest = defineEmail({
  ...newsletterIssue,
  kind: 'newsletter-test',
  load: (deps, { campaignId }) => loadIssue(deps, campaignId, 'test'),
})

async function loadIssue(deps: EmailDeps, campaignId: string, subscriberId: string) {
  const campaign = await findCampaign(deps.database, campaignId)
  return campaign && { ...campaign, unsubscribeUrl: unsubscribeUrl(deps, subscriberId) }
}
