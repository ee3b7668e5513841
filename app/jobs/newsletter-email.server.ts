import { idsOf } from '#app/domain/outbox/email-kinds.ts'
import type { Email } from '#app/domain/outbox/emails.server.ts'
import { clearTrouble, dropCampaignEmail } from '#app/domain/outbox/campaign-emails.server.ts'
import { type CampaignRecipient, findCampaignRecipient } from '#app/domain/newsletter/campaign-recipient.server.ts'
import { countResults, pauseForAddress } from '#app/domain/newsletter/campaign-results.server.ts'
import { newsletter } from '#app/mail/emails/newsletter.ts'
import { unsubscribeUrl } from '#app/mail/links.ts'
import type { Recording } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { addressLine } from '#content/site.ts'
import type { ReadyEmail } from './send-email.server.ts'

type Deps = Pick<Services, 'database' | 'queue' | 'config' | 'clinic' | 'signer'>

/**
 * Decides about one email of a newsletter right before it would leave: the newsletter may have been paused or canceled
 * since, and the recipient may have left the list.
 */
export async function readyNewsletterEmail(deps: Deps, email: Email): Promise<ReadyEmail> {
  const { campaignId, subscriberId } = idsOf('newsletter', email)
  const recipient = await findCampaignRecipient(deps.database.db, { campaignId, subscriberId })
  const { subscriber } = recipient ?? {}
  if (!recipient || !subscriber || !isOnList(subscriber.state, email))
    return stop(async (tx) => {
      if (await dropCampaignEmail(tx, email.id)) await countResults(tx, campaignId, ['leftOut'], Date.now())
    })
  if (!isSending(recipient, email)) return stop((tx) => putAside(deps, tx, email, campaignId))
  if (!hasAddress(deps))
    return stop(async (tx) => {
      await pauseForAddress(tx, campaignId)
      await putAside(deps, tx, email, campaignId)
    })
  return {
    next: 'send',
    email,
    to: subscriber.email,
    render: async () => {
      const data = { ...recipient.issue, unsubscribeUrl: unsubscribeUrl(deps, subscriberId) }
      return newsletter.renderData(data, deps.clinic.facts(Date.now()))
    },
  }
}

const stop = (record: Recording): ReadyEmail => ({ next: 'stop', outcome: { state: 'done', record } })

/** One that bounced is tried again only because the clinic asks for it. */
const isOnList = (state: NonNullable<CampaignRecipient['subscriber']>['state'], { retried }: Email) =>
  state === 'subscribed' || (state === 'bounced' && retried)

/** While it is paused for the mail server, those that met the failure find out whether it is over. */
const isSending = ({ state, pausedWhy }: CampaignRecipient, { inServerTrouble }: Email) =>
  state === 'sending' || (state === 'paused' && pausedWhy === 'mail-server' && inServerTrouble)

/** It waits without a job until the newsletter is resumed; that may have happened a moment ago. */
async function putAside({ queue }: Deps, tx: Parameters<Recording>[0], email: Email, campaignId: string) {
  await clearTrouble(tx, email.id)
  const { subscriberId } = idsOf('newsletter', email)
  const recipient = await findCampaignRecipient(tx, { campaignId, subscriberId })
  if (recipient?.state === 'sending')
    await queue.enqueueAll(tx, 'send-newsletter-email', [{ id: email.id, payload: { emailId: email.id } }])
}

const hasAddress = ({ clinic, config }: Deps) =>
  config.mail.transport === 'outbox' || addressLine(clinic.facts(Date.now())) !== ''
