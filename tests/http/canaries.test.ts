import { isLong } from '#tests/support/timing.ts'
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { databasesFor } from '#tests/support/databases.ts'
import { actNames, type Choice, perform } from './canaries/acts.ts'
import { askEverything } from './canaries/ask-everything.ts'
import { type AttackerRole, CanaryRead, createAttacker } from './canaries/attacker.ts'
import { notOfPeople, sealedOfPeople } from './canaries/people.ts'
import { startWorld, type World } from './canaries/world.ts'

// Staff without the right to health answers, and strangers, do whatever they may, in any order; what staff entered in the
// dashboard is then used from outside, with the mailbox that they entered. Nothing that is sealed may be read by it.

/** TEST_SEED plays the same acts again. */
const seed = Number(process.env.TEST_SEED ?? (isLong ? Date.now() % 1_000_000 : 43))
const { groups, acts, turns } = isLong ? { groups: 50, acts: 50, turns: 6 } : { groups: 1, acts: 2, turns: 1 }
const longest = 6 * 3_600_000

/** How sealed fields were read once: what each role begins with in its first group. */
const onceOpen: Record<AttackerRole, Choice[]> = {
  'front-desk': [
    // A patient's address becomes a mailbox of hers, and another one's the address of her own account.
    { act: 'correct an appointment', one: 0, other: 1, how: 1 },
    { act: 'correct an appointment', one: 1, other: 0, how: 1 },
    // A patient is merged into a record with an address of hers.
    { act: 'book for somebody known', one: 4, other: 2, how: 1 },
    { act: 'merge', one: 5, other: 3, how: 0 },
    // Into one that she made from outside, with an address of hers; what is written then stands there.
    { act: 'book online', one: 0, other: 2, how: 0 },
    { act: 'merge', one: 6, other: 0, how: 0 },
    { act: 'the owner writes a note', one: 6, other: 0, how: 0 },
    // What a patient began on the tablet is shown to whoever hands it over next.
    { act: 'hand over the tablet', one: 2, other: 0, how: 0 },
  ],
  practitioner: [
    // Her own appointment of somebody who is also with others, and of one who was merged with such a person.
    { act: 'correct an appointment', one: 3, other: 1, how: 1 },
    { act: 'the owner merges', one: 4, other: 0, how: 0 },
    { act: 'correct an appointment', one: 5, other: 2, how: 1 },
    // She books for a colleague's patient, with all that the record says.
    { act: 'book for somebody known', one: 0, other: 0, how: 3 },
  ],
  editor: [],
  stranger: [],
}

const choice = fc.record({
  act: fc.constantFrom(...actNames),
  one: fc.nat(1_000),
  other: fc.nat(1_000),
  how: fc.nat(1_000),
})
const draw = (group: number) =>
  fc.sample(fc.array(choice, { minLength: acts, maxLength: acts }), { seed: seed + group, numRuns: 1 })[0]!

/** The editor has no page with people, which admin-rights.test.ts asks each time. */
const roles = (Object.keys(onceOpen) as AttackerRole[]).filter((role) => isLong || role !== 'editor')

describe.each(databasesFor(import.meta.url))('what is sealed, on %s', (kind) => {
  test.each(roles)(
    'is not read by the %s, whatever they do',
    async (role) => {
      let world: World | undefined
      let requests = 0
      try {
        for (let group = 0; group < groups; group += 1) {
          // Some of what they do changes the website.
          if (group % 10 === 0) {
            await world?.stop()
            world = await startWorld(kind, [role])
          }
          const choices = [...(group === 0 ? onceOpen[role] : []), ...draw(group)]
          const played = await play(world!, role, choices)
          requests += played.requests
          if (played.read) throw new Error(await describeLeak(world!, role, choices, played.read))
        }
      } finally {
        await world?.stop()
      }
      if (isLong) console.log(`${role} on ${kind}: ${groups * acts} acts, ${requests} requests, seed ${seed}`)
    },
    longest,
  )

  test.runIf(isLong)('is found by the same questions if the owner asks them', { timeout: longest }, async () => {
    const world = await startWorld(kind, ['front-desk'], { isOwner: true })
    try {
      const people = await world.addPeople()
      await askEverything(createAttacker(world, 'front-desk', people))
      // What is begun is shown to nobody but who began it.
      const shown = people.canaries.filter(({ of }) => !/unfinished|began|calendar/.test(of))
      expect(shown.filter(({ of }) => !world.found.has(of))).toEqual([])
    } finally {
      await world.stop()
    }
  })
})

async function play(world: World, role: AttackerRole, choices: readonly Choice[]) {
  const attacker = createAttacker(world, role, await world.addPeople())
  try {
    for (const choice of choices) await perform(attacker, choice)
    await askEverything(attacker, { turns })
    return { read: undefined, requests: attacker.requests() }
  } catch (error) {
    if (error instanceof CanaryRead) return { read: error.message, requests: attacker.requests() }
    throw error
  }
}

/** With the fewest acts that still show it, as far as thirty replays tell. */
async function describeLeak(world: World, role: AttackerRole, choices: readonly Choice[], read: string) {
  let [shortest, said, replays] = [choices, read, 0]
  for (let size = Math.ceil(choices.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let start = 0; start < shortest.length && replays < 30; replays += 1) {
      const fewer = shortest.toSpliced(start, size)
      const { read: again } = await play(world, role, fewer)
      if (again) [shortest, said] = [fewer, again]
      else start += size
    }
  return [`${said}, after (seed ${seed}):`, ...shortest.map((one) => JSON.stringify(one))].join('\n')
}

test('everything that the vault seals of people has a canary', () => {
  const purposes = globSync('app/**/*.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\(\{ purpose: '([^']+)', id/g)].map(([, purpose]) => purpose!),
  )
  expect(purposes.toSorted()).toEqual([...sealedOfPeople, ...notOfPeople].toSorted())
})
