import { idsOf } from '#app/domain/outbox/email-kinds.ts'
import type { Letter } from '#app/domain/outbox/letters.server.ts'
import { clearTrouble, dropCampaignEmail } from '#app/domain/outbox/campaign-emails.server.ts'
import { type CampaignRecipient, findCampaignRecipient } from '#app/domain/newsletter/campaign-recipient.server.ts'
import { countResults, pauseForAddress } from '#app/domain/newsletter/campaign-results.server.ts'
import { newsletter } from '#app/mail/emails/newsletter.ts'
import { unsubscribeUrl } from '#app/mail/links.ts'
import type { Recording } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { addressLine } from '#content/site.ts'
import type { ReadyEmail } from './send-letter.server.ts'

type Deps = Pick<Services, 'database' | 'queue' | 'config' | 'clinic' | 'signer'>

/**
 * Decides about one email of a newsletter right before it would leave: the newsletter may have been paused or canceled
 * since, and the recipient may have left the list.
 */
export async function readyNewsletterEmail(deps: Deps, letter: Letter): Promise<ReadyEmail> {
  const { campaignId, subscriberId } = idsOf('newsletter', letter)
  const recipient = await findCampaignRecipient(deps.database.db, { campaignId, subscriberId })
  const { subscriber } = recipient ?? {}
  if (!recipient || !subscriber || !isOnList(subscriber.state, letter))
    return stop(async (tx) => {
      if (await dropCampaignEmail(tx, letter.id)) await countResults(tx, campaignId, ['leftOut'], Date.now())
    })
  if (!isSending(recipient, letter)) return stop((tx) => putAside(deps, tx, letter, campaignId))
  if (!hasAddress(deps))
    return stop(async (tx) => {
      await pauseForAddress(tx, campaignId)
      await putAside(deps, tx, letter, campaignId)
    })
  return {
    next: 'send',
    letter,
    to: subscriber.email,
    render: async () => {
      const data = { ...recipient.issue, unsubscribeUrl: unsubscribeUrl(deps, subscriberId) }
      return newsletter.renderData(data, deps.clinic.facts(Date.now()))
    },
  }
}

const stop = (record: Recording): ReadyEmail => ({ next: 'stop', outcome: { state: 'done', record } })

/** One that bounced is tried again only because the clinic asks for it. */
const isOnList = (state: NonNullable<CampaignRecipient['subscriber']>['state'], { retried }: Letter) =>
  state === 'subscribed' || (state === 'bounced' && retried)

/** While it is paused for the mail server, those that met the failure find out whether it is over. */
const isSending = ({ state, pausedWhy }: CampaignRecipient, { inServerTrouble }: Letter) =>
  state === 'sending' || (state === 'paused' && pausedWhy === 'mail-server' && inServerTrouble)

/** It waits without a job until the newsletter is resumed; that may have happened a moment ago. */
async function putAside({ queue }: Deps, tx: Parameters<Recording>[0], letter: Letter, campaignId: string) {
  await clearTrouble(tx, letter.id)
  const { subscriberId } = idsOf('newsletter', letter)
  const recipient = await findCampaignRecipient(tx, { campaignId, subscriberId })
  if (recipient?.state === 'sending')
    await queue.enqueueAll(tx, 'send-newsletter-email', [{ id: letter.id, payload: { letterId: letter.id } }])
}

const hasAddress = ({ clinic, config }: Deps) =>
  config.mail.transport === 'outbox' || addressLine(clinic.facts(Date.now())) !== ''
