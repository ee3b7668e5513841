import type { BlocksDeps } from '#app/domain/newsletter-blocks/resolve-blocks.server.ts'
import { keepSentBlocks } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import { ensurePreparation, prepareCampaign } from '#app/domain/newsletter/prepare-campaign.server.ts'
import type { JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Adds the next few hundred emails of a newsletter, or their jobs. */
export async function sendNewsletter(
  services: Pick<Services, 'database' | 'queue' | 'mailDomain'> & BlocksDeps,
  { campaignId }: Payload<'send-newsletter'>,
): Promise<JobOutcome> {
  await keepSentBlocks(services, campaignId, Date.now())
  const next = await prepareCampaign(services, campaignId, Date.now())
  if (next) return { state: 'again', at: next.at }
  return { state: 'done', record: (tx) => ensurePreparation({ tx, queue: services.queue }, campaignId) }
}
