import { ensurePreparation, pauseForFault, prepareCampaign } from '#app/domain/newsletter/prepare-campaign.server.ts'
import type { JobHandler, JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Adds a newsletter's emails and gives them their jobs, some hundred at a time; the emails are sent as all others are. */
export async function sendNewsletterJob(
  services: Pick<Services, 'database' | 'queue' | 'mailDomain'>,
  { campaignId }: Payload<'send-newsletter'>,
): Promise<JobOutcome> {
  const prepared = await prepareCampaign(services, campaignId, Date.now())
  if (prepared.next === 'again') return { state: 'again', at: prepared.at }
  return { state: 'done', record: (tx) => ensurePreparation({ tx, queue: services.queue }, campaignId) }
}

/** After the last try the newsletter waits for a person. */
export const newsletterFailed: NonNullable<JobHandler<Services, 'send-newsletter'>['failed']> = async (
  tx,
  { campaignId },
) => void (await pauseForFault(tx, campaignId))
