import type { StoredEmail } from '#tests/support/stored.ts'
import { type Interruption, wasInterrupted } from './interruptions.ts'
import type { Mail } from './mailbox.ts'

type Mailed = { emails: StoredEmail[]; mails: Mail[]; interruptions: Interruption[] }

/** Every email arrived once at its recipient, and nothing else arrived; returns the violations as sentences. */
export const compareMails = (mailed: Mailed): string[] => [
  ...notMailed(mailed),
  ...mailsWithoutEmail(mailed),
  ...needlessRepeats(mailed),
]

function notMailed({ emails, mails }: Mailed) {
  const arrived = new Map(mails.map((mail) => [mail.messageId, mail]))
  return emails.flatMap(({ kind, messageId, recipient, state }) => {
    if (state !== 'sent') return [`an email '${kind}' to ${recipient} is still ${state}`]
    const mail = arrived.get(messageId)
    if (!mail) return [`lost: an email '${kind}' to ${recipient} counts as sent and never arrived`]
    return mail.to.join() === recipient ? [] : [`an email '${kind}' to ${recipient} went to ${mail.to.join()}`]
  })
}

function mailsWithoutEmail({ emails, mails }: Mailed) {
  const known = new Set(emails.map(({ messageId }) => messageId))
  return mails
    .filter(({ messageId }) => !known.has(messageId))
    .map(({ messageId, to }) => `a mail ${messageId} to ${to.join()} belongs to no email`)
}

/** A mail may be repeated only if a fault struck after the mail server accepted it. */
function needlessRepeats({ mails, interruptions }: Mailed) {
  return repeatedMails(mails)
    .filter(({ at, nextAt }) => !wasInterrupted(at, interruptions, nextAt))
    .map(
      ({ messageId, to, at, nextAt }) =>
        `doubled: mail ${messageId} to ${to.join()} was sent again without need, ${nextAt - at} ms later`,
    )
}

/** Mails that were followed by another one with the same Message-ID, with the time of the next one. */
export function repeatedMails(mails: Mail[]) {
  return [...Map.groupBy(mails, ({ messageId }) => messageId).values()].flatMap((some) =>
    some.slice(0, -1).map((mail, index) => ({ ...mail, nextAt: some[index + 1]?.at ?? mail.at })),
  )
}

export function countBy<Item>(items: readonly Item[], toKey: (item: Item) => string) {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(toKey(item), (counts.get(toKey(item)) ?? 0) + 1)
  return counts
}
