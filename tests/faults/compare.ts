import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { publicForms } from '#tests/support/public-forms.ts'
import type { Stored, StoredLetter } from '#tests/support/stored.ts'
import type { Evidence } from './evidence.ts'
import type { Mail } from './mailbox.ts'

/** Every letter that a stored thing must have, as `nameOf` says it. */
function lettersFor({ form, id, email }: Stored) {
  const letters = publicForms.find(({ name }) => name === form)?.letters ?? {}
  return Object.entries(letters).map(([kind, to]) =>
    nameOf({ kind, causeId: id, recipient: to === 'clinic' ? clinic : email }),
  )
}

const nameOf = ({ kind, causeId, recipient }: Pick<StoredLetter, 'kind' | 'causeId' | 'recipient'>) =>
  `letter '${kind}' about ${causeId} to ${recipient}`

const clinic = contentFacts(Date.now()).emails.general

/** Between the mail server's accept and our commit; longer than a busy machine needs. */
const inFlightMs = 3_000

/** Compares what was answered with what is stored and what was mailed; answers every fault as a sentence. */
export const compare = (evidence: Evidence): string[] => [
  ...notStoredOnce(evidence),
  ...badSums(evidence),
  ...withoutItsLetters(evidence),
  ...lettersWithoutCause(evidence),
  ...compareMails(evidence),
]

/** Every letter arrived where it should, once, and nothing else did. */
export const compareMails = (evidence: Pick<Evidence, 'letters' | 'mails' | 'interruptions'>): string[] => [
  ...notMailed(evidence),
  ...mailsWithoutLetter(evidence),
  ...needlessRepeats(evidence),
]

/** What was answered exists exactly once, and nobody's form is stored twice. */
function notStoredOnce({ answered, stored }: Evidence) {
  const counts = countBy(stored, ({ form, email }) => `${form} of ${email}`)
  const lost = answered
    .filter(({ form, email }) => !counts.has(`${form} of ${email}`))
    .map(({ form, email }) => `lost: ${form} of ${email} was accepted and is not stored`)
  const twice = [...counts].filter(([, count]) => count > 1).map(([what, count]) => `${what} is stored ${count} times`)
  return [...lost, ...twice]
}

/** An order is stored with its lines or not at all. */
const badSums = ({ badSums: numbers }: Evidence) =>
  numbers.map((number) => `order ${number} is not the sum of its lines`)

function withoutItsLetters({ stored, letters }: Evidence) {
  const counts = countBy(letters, nameOf)
  return stored.flatMap((thing) =>
    lettersFor(thing)
      .map((name) => ({ name, count: counts.get(name) ?? 0 }))
      .filter(({ count }) => count !== 1)
      .map(({ name, count }) => `${thing.form} of ${thing.email}: ${count} times ${name}`),
  )
}

function lettersWithoutCause({ stored, letters }: Evidence) {
  const caused = new Set(stored.flatMap(lettersFor))
  return letters
    .map(nameOf)
    .filter((name) => !caused.has(name))
    .map((name) => `nothing stored is the cause of ${name}`)
}

function notMailed({ letters, mails }: Pick<Evidence, 'letters' | 'mails'>) {
  const arrived = new Map(mails.map((mail) => [mail.messageId, mail]))
  return letters.flatMap(({ kind, messageId, recipient, state }) => {
    if (state !== 'sent') return [`a letter '${kind}' to ${recipient} is still ${state}`]
    const mail = arrived.get(messageId)
    if (!mail) return [`a letter '${kind}' to ${recipient} counts as sent and never arrived`]
    return mail.to.join() === recipient ? [] : [`a letter '${kind}' to ${recipient} went to ${mail.to.join()}`]
  })
}

function mailsWithoutLetter({ letters, mails }: Pick<Evidence, 'letters' | 'mails'>) {
  const known = new Set(letters.map(({ messageId }) => messageId))
  return mails
    .filter(({ messageId }) => !known.has(messageId))
    .map(({ messageId, to }) => `a mail ${messageId} to ${to.join()} belongs to no letter`)
}

/** A mail may come again only when something was interrupted just after the mail server had taken it. */
function needlessRepeats({ mails, interruptions }: Pick<Evidence, 'mails' | 'interruptions'>) {
  return repeatedMails(mails)
    .filter((mail) => !wasInterrupted(mail, interruptions))
    .map(({ messageId, to }) => `mail ${messageId} to ${to.join()} was sent again without need`)
}

/** Whether something was interrupted just after the mail server had taken it, so that nobody could note that. */
export const wasInterrupted = ({ at }: Mail, interruptions: number[]) =>
  interruptions.some((moment) => moment >= at - 500 && moment <= at + inFlightMs)

/** Mails that were followed by another one with the same Message-ID. */
export function repeatedMails(mails: Mail[]) {
  const last = new Map(mails.map((mail) => [mail.messageId, mail]))
  return mails.filter((mail) => last.get(mail.messageId) !== mail)
}

export function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string) {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return counts
}
