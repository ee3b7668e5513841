import { findClaims } from '#app/domain/claims/find-claims.ts'
import { type ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { type Check, runCampaignChecks } from '#app/domain/newsletter/campaign-checks.ts'
import { wasSentBefore } from '#app/domain/newsletter/campaigns.server.ts'
import { unsubscribePath, unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import { getSubscriberTotals } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { testUnsubscribe } from '#app/domain/newsletter/unsubscribe-check.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { unsubscribePage } from '#content/pages/newsletter.ts'
import { addressLine } from '#content/site.ts'

/** Tries out and looks at everything that could be wrong with a newsletter. */
export async function reviewOf(context: RequestContext, campaign: Campaign) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const facts = services.clinic.facts(now)
  const claims = findClaims([campaign.subject, campaign.intro].filter(Boolean).join('\n\n'))
  const [totals, visited, sentBefore, unsubscribeWorks] = await Promise.all([
    getSubscriberTotals(services.database),
    services.visitPage(campaign.url),
    wasSentBefore(services.database, campaign),
    isLeavingPossible(context),
  ])
  const checks: Check[] = runCampaignChecks({
    url: campaign.url,
    recipients: totals.subscribed,
    linkAnswers: visited.ok && visited.status < 400,
    claims: claims.length,
    sentBefore,
    emailsLeave: services.emailsLeave,
    postalAddress: addressOf(facts),
    unsubscribeWorks,
  })
  return { checks, claims, recipients: totals.subscribed }
}

/** No street yet is a town that content/ names in its place. */
const addressOf = (facts: ClinicFacts) => (addressLine(facts) === '' ? 'none' : facts.street ? 'given' : 'placeholder')

/** As a subscriber would: the click is tried in the database, and the link at the website's own address. */
async function isLeavingPossible(context: RequestContext) {
  const { database, signer, visitPage, config, log } = context.get(servicesContext)
  // Of nobody: mail scanners open such links too, and opening one changes nothing.
  const link = `${config.publicOrigin}${unsubscribePath(signer.sign(unsubscribePurpose, 'nobody'))}`
  const [leaves, page] = await Promise.all([
    testUnsubscribe({ database, signer }, Date.now()).catch((err: unknown) => {
      log.warn({ err }, 'leaving the newsletter could not be tried')
      return false
    }),
    visitPage(link),
  ])
  return leaves && page.ok && page.status === 404 && wordsOf(page.text).includes(wordsOf(unsubscribePage.invalid.title))
}

/** Whatever became of its marks on the way into HTML. */
const wordsOf = (text: string) => text.replaceAll(/&[a-z0-9#]+;|[^a-z0-9]/gi, '')
