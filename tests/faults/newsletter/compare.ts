import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { Mail } from '../mailbox.ts'

type Recipient = Selectable<Tables['emails']>
type Ledger = { campaign: Selectable<Tables['campaigns']>; recipients: Recipient[] }

/** What the ledgers record, and what the mail server received. */
export type NewsletterEvidence = {
  subscribers: { id: string; email: string }[]
  ledgers: Ledger[]
  mails: Mail[]
  /** Message-IDs of the outbox: after 7:00 the clinic gets its email of the day. */
  outbox: string[]
  /** Whether the mail server rejects the address. */
  isBad: (address: string) => boolean
}

/** Compares the ledgers with the mails; returns the violations as sentences. */
export function compareNewsletters({ subscribers, ledgers, mails, outbox, isBad }: NewsletterEvidence): string[] {
  const byMessage = Map.groupBy(mails, ({ messageId }) => messageId)
  const inLedgers = ledgers.flatMap(({ recipients }) => recipients.map(({ messageId }) => messageId))
  const known = new Set([...inLedgers, ...outbox])
  const strangers = mails.filter(({ messageId }) => !known.has(messageId))
  return [
    ...ledgers.flatMap((ledger) => [
      ...skipped(ledger, subscribers),
      ...ledger.recipients.flatMap((recipient) => [
        ...notAtItsEnd(recipient),
        ...notAsMailed(recipient, byMessage.get(recipient.messageId) ?? [], isBad),
      ]),
      ...badSums(ledger),
    ]),
    ...strangers.map(
      ({ messageId, to }) => `a mail ${messageId} to ${to.join()} is in no ledger and not in the outbox`,
    ),
  ]
}

const formatRecipient = ({ campaignId, recipient }: Recipient) =>
  `${recipient} in newsletter ${campaignId?.slice(0, 8)}`

function skipped({ campaign, recipients }: Ledger, subscribers: { id: string; email: string }[]) {
  const there = new Set(recipients.map(({ subscriberId }) => subscriberId))
  // Emails to people who unsubscribed are deleted.
  if (campaign.leftOut > 0) return [`newsletter ${campaign.id.slice(0, 8)} left out ${campaign.leftOut}`]
  return subscribers
    .filter(({ id }) => !there.has(id))
    .map(({ email }) => `lost: ${email} was skipped in newsletter ${campaign.id.slice(0, 8)}`)
}

const notAtItsEnd = (recipient: Recipient) =>
  recipient.state === 'sent' || recipient.state === 'failed'
    ? []
    : [`${formatRecipient(recipient)} is still ${recipient.state}`]

function notAsMailed(recipient: Recipient, mails: Mail[], isBad: (address: string) => boolean) {
  const { state, uncertain, recipient: email } = recipient
  const violations: string[] = []
  if (mails.length > 1 && uncertain === 0)
    violations.push(`doubled: ${formatRecipient(recipient)} got ${mails.length} mails and is not marked`)
  if (state === 'sent' && mails.length === 0)
    violations.push(`lost: ${formatRecipient(recipient)} counts as sent and got nothing`)
  if (state === 'failed' && uncertain === 0 && mails.length > 0)
    violations.push(`${formatRecipient(recipient)} counts as failed, is not marked, and got it`)
  if (state === 'failed' && uncertain === 0 && !isBad(email) && recipient.tries < 3)
    violations.push(`${formatRecipient(recipient)} was given up after ${recipient.tries} tries: ${recipient.reason}`)
  if (mails.some(({ to }) => to.join() !== email))
    violations.push(`the mail of ${formatRecipient(recipient)} went elsewhere`)
  return violations
}

function badSums({ campaign, recipients }: Ledger) {
  const counted = {
    recipients: recipients.length,
    sent: recipients.filter(({ state }) => state === 'sent').length,
    kept: recipients.filter(({ state }) => state === 'kept').length,
    failed: recipients.filter(({ state }) => state === 'failed').length,
    uncertain: recipients.filter(({ uncertain }) => uncertain === 1).length,
  }
  return Object.entries(counted)
    .filter(([name, count]) => campaign[name as keyof typeof counted] !== count)
    .map(
      ([name, count]) =>
        `newsletter ${campaign.id.slice(0, 8)} says ${name} ${campaign[name as keyof typeof counted]}, the ledger ${count}`,
    )
}
