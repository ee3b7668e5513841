import { parseEmailIds } from '#app/domain/outbox/email-kinds.server.ts'
import type { Email } from '#app/domain/outbox/emails.server.ts'
import { deleteWaitingCampaignEmail, stopWaitingForServer } from '#app/domain/outbox/campaign-emails.server.ts'
import { type CampaignRecipient, findCampaignRecipient } from '#app/domain/newsletter/campaign-recipient.server.ts'
import { pauseSending, recordResults } from '#app/domain/newsletter/campaign-results.server.ts'
import { parseSentBlocks } from '#app/domain/newsletter-blocks/sent-blocks.server.ts'
import { newsletter } from '#app/mail/emails/newsletter.ts'
import { unsubscribeUrl } from '#app/mail/links.ts'
import type { Recording } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { addressLine } from '#content/site.ts'
import type { PreparedEmail } from './send-email.server.ts'

type Deps = Pick<Services, 'database' | 'queue' | 'config' | 'clinic' | 'content' | 'signer'>

/**
 * Decides right before an email of a newsletter would be sent: the newsletter may have been paused or canceled since, and
 * the recipient may have unsubscribed.
 */
export async function prepareNewsletterEmail(deps: Deps, email: Email): Promise<PreparedEmail> {
  const { campaignId, subscriberId } = parseEmailIds('newsletter', email)
  const recipient = await findCampaignRecipient(deps.database.db, { campaignId, subscriberId })
  if (!recipient?.subscriber || !canReceive(recipient.subscriber.state, email))
    return stop(async (tx) => {
      if (await deleteWaitingCampaignEmail(tx, email.id)) await recordResults(tx, campaignId, ['leftOut'], Date.now())
    })
  if (!isSending(recipient, email)) return stop((tx) => postpone(deps, tx, email))
  if (!hasPostalAddress(deps))
    return stop(async (tx) => {
      await pauseSending(tx, campaignId, 'address')
      await postpone(deps, tx, email)
    })
  return {
    // The address may be newer than the one that the email was accepted for.
    email: { ...email, recipient: recipient.subscriber.email },
    render: async () => {
      const { sentBody, ...issue } = recipient.issue
      const blocks = sentBody === undefined ? undefined : parseSentBlocks(sentBody)
      const data = { ...issue, blocks, unsubscribeUrl: unsubscribeUrl(deps, subscriberId) }
      return newsletter.renderData(data, { clinic: deps.clinic.facts(Date.now()), content: deps.content })
    },
  }
}

const stop = (record: Recording): PreparedEmail => ({ outcome: { state: 'done', record } })

/** A bounced address is tried again only when the clinic asks for it. */
const canReceive = (state: NonNullable<CampaignRecipient['subscriber']>['state'], { retried }: Email) =>
  state === 'subscribed' || (state === 'bounced' && retried)

/** While the newsletter waits for the mail server, the emails that met its failure test whether it is back. */
const isSending = ({ state, pausedWhy }: CampaignRecipient, { waitsForServer }: Email) =>
  state === 'sending' || (state === 'paused' && pausedWhy === 'mail-server' && waitsForServer)

/** The email waits without a job until the newsletter is resumed. That may have happened a moment ago. */
async function postpone({ queue }: Deps, tx: Parameters<Recording>[0], email: Email) {
  await stopWaitingForServer(tx, email.id)
  const recipient = await findCampaignRecipient(tx, parseEmailIds('newsletter', email))
  if (recipient?.state === 'sending')
    await queue.enqueueAll(tx, 'send-newsletter-email', [{ id: email.id, payload: { emailId: email.id } }])
}

const hasPostalAddress = ({ clinic, config }: Deps) =>
  config.mail.transport === 'outbox' || addressLine(clinic.facts(Date.now())) !== ''
