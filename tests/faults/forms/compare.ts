import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { publicForms } from '#tests/support/forms.ts'
import { isOfTheDay, type Stored, type StoredEmail } from '#tests/support/stored.ts'
import { compareMails, countBy } from '../compare-mails.ts'
import type { Evidence } from './evidence.ts'
import type { Answered } from './visitors.ts'

/** Every email that a stored thing must have, as `nameOf` says it. */
function emailsFor({ form, id, email }: Stored) {
  const emails = publicForms.find(({ name }) => name === form)?.emails ?? {}
  return Object.entries(emails).map(([kind, to]) =>
    nameOf({ kind, causeId: id, recipient: to === 'clinic' ? clinic : email }),
  )
}

const nameOf = ({ kind, causeId, recipient }: Pick<StoredEmail, 'kind' | 'causeId' | 'recipient'>) =>
  `email '${kind}' about ${causeId} to ${recipient}`

const clinic = contentFacts(Date.now()).emails.general

/** Compares what was answered with what is stored and what was mailed; answers every violation as a sentence. */
export const compare = (evidence: Evidence): string[] => [
  ...notStoredOnce(evidence),
  ...badSums(evidence),
  ...withoutItsEmails(evidence),
  ...emailsWithoutCause(evidence),
  ...compareMails(evidence),
]

/** What was answered exists exactly once, and nobody's form is stored twice. */
function notStoredOnce({ answered, stored, clockJumped }: Evidence) {
  const known = Map.groupBy(stored, nameOfForm)
  const lost = answered
    .filter((one) => !known.has(nameOfForm(one)))
    .map((one) => `lost: ${nameOfForm(one)} was accepted and is not stored`)
  const twice = [...known]
    .filter(([, some]) => some.length > 1 && !(clockJumped && areAnother(some)))
    .map(([what, some]) => `doubled: ${what} is stored ${some.length} times`)
  return [...lost, ...twice]
}

const nameOfForm = ({ form, email }: Pick<Stored, 'form' | 'email'>) => `${form} of ${email}`

/** What was answered until then and is not there, as sentences. */
export function missing(
  answered: Answered[],
  stored: Stored[],
  { until = Infinity, from }: { until?: number; from: string },
) {
  const known = new Set(stored.map(nameOfForm))
  return answered
    .filter((one) => one.at <= until && !known.has(nameOfForm(one)))
    .map((one) => `lost: ${nameOfForm(one)} was accepted and is not in ${from}`)
}

/**
 * The same words count as another message once their ten minutes are over, or once the clock was set back by more than a
 * minute, which is what is tolerated (app/domain/limits).
 */
function areAnother(some: Stored[]) {
  const times = some.map(({ at }) => at).toSorted((a, b) => a - b)
  return (
    some.every(({ form }) => form === 'contact') &&
    times.every((at, index) => index === 0 || at - times[index - 1]! > minute)
  )
}

const minute = 60_000

/** Messages that are stored again as decided, because of a jump of the clock. */
export const storedAgain = ({ stored, clockJumped }: Evidence) =>
  clockJumped
    ? [...Map.groupBy(stored, nameOfForm).values()].filter(areAnother).reduce((sum, some) => sum + some.length - 1, 0)
    : 0

/** An order is stored with its lines or not at all. */
const badSums = ({ badSums: numbers }: Evidence) =>
  numbers.map((number) => `lost: order ${number} is not the sum of its lines`)

function withoutItsEmails({ stored, emails }: Evidence) {
  const counts = countBy(emails, nameOf)
  return stored.flatMap((thing) =>
    emailsFor(thing)
      .map((name) => ({ name, count: counts.get(name) ?? 0 }))
      .filter(({ count }) => count !== 1)
      .map(
        ({ name, count }) =>
          `${count === 0 ? 'lost' : 'doubled'}: ${thing.form} of ${thing.email}: ${count} times ${name}`,
      ),
  )
}

function emailsWithoutCause({ stored, emails }: Evidence) {
  const caused = new Set(stored.flatMap(emailsFor))
  return emails
    .filter((email) => !isOfTheDay(email))
    .map(nameOf)
    .filter((name) => !caused.has(name))
    .map((name) => `nothing stored is the cause of ${name}`)
}
