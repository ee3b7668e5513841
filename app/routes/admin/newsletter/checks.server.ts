import { findClaims } from '#app/domain/claims/find-claims.ts'
import { type ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { findNewsletterProblems } from '#app/domain/newsletter-blocks/newsletter-texts.server.ts'
import { parseMarkdown } from '#app/domain/markdown/parse.ts'
import { toText } from '#app/domain/markdown/to-text.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { type Check, runCampaignChecks } from '#app/domain/newsletter/campaign-checks.ts'
import { wasSentBefore } from '#app/domain/newsletter/campaigns.server.ts'
import { unsubscribePath, unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import { getSubscriberTotals } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { testUnsubscribe } from '#app/domain/newsletter/unsubscribe-check.server.ts'
import { readSitePages } from '#app/domain/search/site-pages.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import type { Services } from '#app/services.server.ts'
import { addressLine } from '#content/site.ts'
import { renderCampaign } from './render-campaign.server.ts'

export async function reviewCampaign(context: RequestContext, campaign: Campaign) {
  const services = context.get(servicesContext)
  const now = Date.now()
  const facts = services.clinic.facts(now)
  const { body } = campaign
  const words = [campaign.subject, campaign.intro, body && toText(parseMarkdown(body))]
  const claims = findClaims(words.filter(Boolean).join('\n\n'))
  const [totals, visited, sentBefore, unsubscribeWorks, picturesShow] = await Promise.all([
    getSubscriberTotals(services.database),
    // Its page is there once it is sent.
    body === undefined ? services.fetchPage(campaign.url) : undefined,
    wasSentBefore(services.database, campaign),
    canUnsubscribe(context),
    body === undefined ? undefined : canSeePictures(services, campaign),
  ])
  const checks: Check[] = runCampaignChecks({
    url: body === undefined ? campaign.url : undefined,
    textIsFine: body === undefined ? undefined : await isFine(services, campaign),
    recipients: totals.subscribed,
    linkAnswers: visited !== undefined && visited.ok && visited.status < 400,
    claims: claims.length,
    sentBefore,
    emailsLeave: services.emailsLeave,
    postalAddress: addressStatus(facts),
    unsubscribeWorks,
    picturesShow,
  })
  return { checks, claims, recipients: totals.subscribed }
}

async function isFine(services: Services, { subject = '', intro = '', body = '' }: Campaign) {
  const lookups = { findPicture: services.pictures.find, hasPage: await readSitePages(services) }
  return Object.keys(findNewsletterProblems({ subject, intro, body }, lookups)).length === 0
}

/** Whether whoever reads the email gets its pictures: from the public address, on the page of any mail service. */
async function canSeePictures(services: Services, campaign: Campaign) {
  const { html } = await renderCampaign(services, campaign)
  const addresses = new Set(
    Array.from(html.matchAll(/<img[^>]*\ssrc="([^"]+)"/g), ([, src = '']) => src.replaceAll('&amp;', '&')),
  )
  if (addresses.size === 0) return undefined
  const answers = await Promise.all(Array.from(addresses, (address) => services.fetchPage(address)))
  return answers.every((answer) => answer.ok && answer.status < 400 && answer.isPictureForAll)
}

/** Without a street, content/ has only the town as a placeholder. */
const addressStatus = (facts: ClinicFacts) =>
  addressLine(facts) === '' ? 'none' : facts.street ? 'given' : 'placeholder'

/** Tests unsubscribing as a subscriber would: the link at the public URL, and the click in the database. */
async function canUnsubscribe(context: RequestContext) {
  const { database, signer, fetchPage, config, log } = context.get(servicesContext)
  // A link of no subscriber. Opening one changes nothing, since mail scanners open links, too.
  const link = `${config.publicOrigin}${unsubscribePath(signer.sign(unsubscribePurpose, 'nobody'))}`
  const [leaves, page] = await Promise.all([
    testUnsubscribe({ database, signer }, Date.now()).catch((err: unknown) => {
      log.warn({ err }, 'leaving the newsletter could not be tried')
      return false
    }),
    fetchPage(link),
  ])
  const { invalid } = getTexts(context, 'newsletter-unsubscribe')
  return leaves && page.ok && page.status === 404 && toLetters(page.text).includes(toLetters(invalid.title))
}

/** Letters and digits only, since HTML escapes the rest. */
const toLetters = (text: string) => text.replaceAll(/&[a-z0-9#]+;|[^a-z0-9]/gi, '')
