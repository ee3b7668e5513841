import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { publicForms } from '#tests/support/visitor.ts'
import { isMorningEmail, type Stored, type StoredEmail } from '#tests/support/stored.ts'
import { compareMails, countBy } from '../compare-mails.ts'
import type { Evidence } from './evidence.ts'
import type { Answered } from './visitors.ts'

/** The emails that a stored form must have, as `formatEmail` names them. */
function emailsFor({ form, id, email }: Stored) {
  const emails = publicForms.find(({ name }) => name === form)?.emails ?? {}
  return Object.entries(emails).map(([kind, to]) =>
    formatEmail({ kind, causeId: id, recipient: to === 'clinic' ? clinic : email }),
  )
}

const formatEmail = ({ kind, causeId, recipient }: Pick<StoredEmail, 'kind' | 'causeId' | 'recipient'>) =>
  `email '${kind}' about ${causeId} to ${recipient}`

const clinic = contentFacts(Date.now()).emails.general

/** Compares what was answered with what is stored and what was mailed; returns the violations as sentences. */
export const compare = (evidence: Evidence): string[] => [
  ...notStoredOnce(evidence),
  ...torn(evidence),
  ...compareMails(evidence),
]

/** Every accepted form is stored exactly once. */
function notStoredOnce({ answered, stored, clockJumped }: Evidence) {
  const known = Map.groupBy(stored, formatForm)
  const lost = answered
    .filter((one) => !known.has(formatForm(one)))
    .map((one) => `lost: ${formatForm(one)} was accepted and is not stored`)
  const twice = [...known]
    .filter(([, some]) => some.length > 1 && !(clockJumped && areSeparateMessages(some)))
    .map(([what, some]) => `doubled: ${what} is stored ${some.length} times`)
  return [...lost, ...twice]
}

/** A form that is stored without all that was stored with it, as sentences. */
export const torn = (found: Pick<Evidence, 'stored' | 'emails' | 'badSums' | 'badCounts'>) => [
  ...badSums(found),
  ...badCounts(found),
  ...withoutItsEmails(found),
  ...emailsWithoutCause(found),
]

const formatForm = ({ form, email }: Pick<Stored, 'form' | 'email'>) => `${form} of ${email}`

/** Forms that were accepted until then and are not stored, as sentences. */
export function missing(
  answered: Answered[],
  stored: Stored[],
  { until = Infinity, from }: { until?: number; from: string },
) {
  const known = new Set(stored.map(formatForm))
  return answered
    .filter((one) => one.at <= until && !known.has(formatForm(one)))
    .map((one) => `lost: ${formatForm(one)} was accepted and is not in ${from}`)
}

/**
 * A repeated message counts as a new one after ten minutes, or after the clock was set back by more than the tolerated
 * minute (app/domain/limits).
 */
function areSeparateMessages(some: Stored[]) {
  const times = some.map(({ at }) => at).toSorted((a, b) => a - b)
  return (
    some.every(({ form }) => form === 'contact') &&
    times.every((at, index) => index === 0 || at - times[index - 1]! > minute)
  )
}

const minute = 60_000

/** Counts messages that are stored again by design, because of a clock jump. */
export const storedAgain = ({ stored, clockJumped }: Evidence) =>
  clockJumped
    ? [...Map.groupBy(stored, formatForm).values()]
        .filter(areSeparateMessages)
        .reduce((sum, some) => sum + some.length - 1, 0)
    : 0

/** An order is stored with its lines or not at all. */
const badSums = ({ badSums: numbers }: Pick<Evidence, 'badSums'>) =>
  numbers.map((number) => `lost: order ${number} is not the sum of its lines`)

/** An order takes its pieces or is not stored. */
const badCounts = ({ badCounts: products }: Pick<Evidence, 'badCounts'>) =>
  products.map((product) => `lost: what is left of ${product} is not what its orders left`)

type StoredWithEmails = Pick<Evidence, 'stored' | 'emails'>

function withoutItsEmails({ stored, emails }: StoredWithEmails) {
  const counts = countBy(emails, formatEmail)
  return stored.flatMap((form) =>
    emailsFor(form)
      .map((name) => ({ name, count: counts.get(name) ?? 0 }))
      .filter(({ count }) => count !== 1)
      .map(
        ({ name, count }) =>
          `${count === 0 ? 'lost' : 'doubled'}: ${form.form} of ${form.email}: ${count} times ${name}`,
      ),
  )
}

function emailsWithoutCause({ stored, emails }: StoredWithEmails) {
  const caused = new Set(stored.flatMap(emailsFor))
  return emails
    .filter((email) => !isMorningEmail(email))
    .map(formatEmail)
    .filter((name) => !caused.has(name))
    .map((name) => `nothing stored is the cause of ${name}`)
}
