import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { publicForms } from '#tests/support/public-forms.ts'
import type { Stored, StoredLetter } from '#tests/support/stored.ts'
import { compareMails, countBy } from '../compare-mails.ts'
import type { Evidence } from './evidence.ts'

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

/** Compares what was answered with what is stored and what was mailed; answers every fault as a sentence. */
export const compare = (evidence: Evidence): string[] => [
  ...notStoredOnce(evidence),
  ...badSums(evidence),
  ...withoutItsLetters(evidence),
  ...lettersWithoutCause(evidence),
  ...compareMails(evidence),
]

/** What was answered exists exactly once, and nobody's form is stored twice. */
function notStoredOnce({ answered, stored }: Evidence) {
  const counts = countBy(stored, ({ form, email }) => `${form} of ${email}`)
  const lost = answered
    .filter(({ form, email }) => !counts.has(`${form} of ${email}`))
    .map(({ form, email }) => `lost: ${form} of ${email} was accepted and is not stored`)
  const twice = [...counts]
    .filter(([, count]) => count > 1)
    .map(([what, count]) => `doubled: ${what} is stored ${count} times`)
  return [...lost, ...twice]
}

/** An order is stored with its lines or not at all. */
const badSums = ({ badSums: numbers }: Evidence) =>
  numbers.map((number) => `lost: order ${number} is not the sum of its lines`)

function withoutItsLetters({ stored, letters }: Evidence) {
  const counts = countBy(letters, nameOf)
  return stored.flatMap((thing) =>
    lettersFor(thing)
      .map((name) => ({ name, count: counts.get(name) ?? 0 }))
      .filter(({ count }) => count !== 1)
      .map(
        ({ name, count }) =>
          `${count === 0 ? 'lost' : 'doubled'}: ${thing.form} of ${thing.email}: ${count} times ${name}`,
      ),
  )
}

function lettersWithoutCause({ stored, letters }: Evidence) {
  const caused = new Set(stored.flatMap(lettersFor))
  return letters
    .map(nameOf)
    .filter((name) => !caused.has(name))
    .map((name) => `nothing stored is the cause of ${name}`)
}
