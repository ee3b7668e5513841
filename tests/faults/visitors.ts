import { setTimeout as pause } from 'node:timers/promises'
import { type Person, type PublicForm, publicForms } from '#tests/support/public-forms.ts'
import { visitor } from '#tests/support/visitor.ts'
import type { Chance } from './chance.ts'

/** A form that a visitor was told has been accepted. */
export type Answered = { form: string; email: string }

/** What visitors saw: what was accepted, and every answer that nobody should ever get. */
export type Seen = { answered: Answered[]; strange: string[]; retries: number }

/**
 * An impatient visitor: sends a form, again and again in the same words until it is accepted, whatever happens to the
 * server meanwhile, and now and then presses the button twice.
 */
async function sendForm(urls: string[], person: Person, form: PublicForm, chance: Chance, seen: Seen) {
  const anyServer = {
    get url() {
      return chance.oneOf(urls)
    },
  }
  const someone = visitor(anyServer)
  const filled = await persist(seen, () => form.fill(someone, person))
  const press = async () => {
    const { status } = await someone.post(filled.path, filled.fields)
    if (status === 303) return true
    if (status !== 503) seen.strange.push(`${form.name} was answered ${status}`)
    return undefined
  }
  const presses = chance.next() < 0.3 ? 2 : 1
  await Promise.all(Array.from({ length: presses }, () => persist(seen, press)))
  seen.answered.push({ form: form.name, email: person.email })
}

/** Tries until it works: a killed server breaks connections and refuses new ones for a moment. */
export async function persist<Result>(
  seen: Pick<Seen, 'retries'>,
  act: () => Promise<Result | undefined>,
): Promise<Result> {
  const deadline = Date.now() + givesUpAfterMs
  let last: unknown = 'no answer'
  for (;;) {
    try {
      const result = await act()
      if (result !== undefined) return result
    } catch (error) {
      last = error
    }
    if (Date.now() > deadline) throw new Error('a visitor gave up', { cause: last })
    seen.retries += 1
    await pause(50)
  }
}

const givesUpAfterMs = 60_000

/** A few visitors at once, each sending one form after the other until the round is over. */
export async function visitAtOnce(
  urls: string[],
  { round, isOver }: { round: number; isOver: () => boolean },
  chance: Chance,
  seen: Seen,
) {
  await Promise.all(
    Array.from({ length: atOnce }, async (_, visitor) => {
      for (let number = 0; number === 0 || !isOver(); number += 1) {
        const which = `${round}-${visitor}-${number}`
        const person = { name: `Visitor ${which}`, email: `visitor-${which}@example.com` }
        const form = publicForms[(visitor + number) % publicForms.length]
        if (form) await sendForm(urls, person, form, chance, seen)
        await pause(chance.between(0, 100))
      }
    }),
  )
}

const atOnce = 4
