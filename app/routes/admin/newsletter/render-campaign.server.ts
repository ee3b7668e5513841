import { readBlocks } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import type { Campaign } from '#app/domain/newsletter/campaign.ts'
import { unsubscribePath } from '#app/domain/newsletter/subscriber.ts'
import { newsletter } from '#app/mail/emails/newsletter.ts'
import type { Services } from '#app/services.server.ts'

/** The email as its readers get it, but with nobody's link to unsubscribe. */
export async function renderCampaign(services: Services, campaign: Campaign) {
  const now = Date.now()
  const blocks = await readBlocks(services, campaign, now)
  return newsletter.renderData(
    { ...campaign, blocks, unsubscribeUrl: `${services.config.publicOrigin}${unsubscribePath('preview')}` },
    { clinic: services.clinic.facts(now), content: services.content },
  )
}
