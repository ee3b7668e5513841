import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { overlaps } from './busy.ts'
import { heldWithin, type Holder } from './holds.server.ts'
import type { Resource } from './service-needs.ts'

// On PostgreSQL, too: what keeps two from the same time.

const minuteMs = 60_000
const midnight = at('2026-05-05T00:00')
const resources: Resource[] = ['person:anna', 'person:ravi', 'room:one']

/** Up to a day of five-minute steps long, from the day before to the day after. */
const holds = fc.array(
  fc.record({
    resource: fc.constantFrom<Resource>(...resources, 'room:two'),
    fromFives: fc.integer({ min: -288, max: 576 }),
    fives: fc.integer({ min: 1, max: 288 }),
  }),
  { maxLength: 20 },
)

test('busy slots are all reserved ones except those of one holder', async () => {
  const database = await openTestDatabase()
  const within = { from: midnight, until: midnight + 24 * 60 * minuteMs }
  await fc.assert(
    fc.asyncProperty(holds, async (some) => {
      const rows = some.map(({ resource, fromFives, fives }, index) => {
        const from = midnight + fromFives * 5 * minuteMs
        return { holder: `appointment:${index}` as const, resource, fromAt: from, untilAt: from + fives * 5 * minuteMs }
      })
      await database.db.deleteFrom('holds').execute()
      if (rows.length > 0) await database.db.insertInto('holds').values(rows).execute()

      for (const except of [undefined, 'appointment:0'] satisfies (Holder | undefined)[]) {
        const held = await heldWithin(database.db, resources, within, except)
        const fives = resources.flatMap((resource) =>
          Array.from({ length: 288 }, (_, index) => {
            const from = midnight + index * 5 * minuteMs
            return { resource, from, until: from + 5 * minuteMs }
          }),
        )
        const overlapping = fives.map(({ resource, from, until }) =>
          rows.some(
            (row) => row.holder !== except && row.resource === resource && row.fromAt < until && row.untilAt > from,
          ),
        )
        expect(fives.map((five) => held.some((one) => one.resource === five.resource && overlaps(one, five)))).toEqual(
          overlapping,
        )
        expect(held.map(({ holder, resource }) => `${holder} ${resource}`).sort()).toEqual(
          rows
            .filter((row) => row.holder !== except && resources.includes(row.resource))
            .filter((row) => row.fromAt < within.until && row.untilAt > within.from)
            .map(({ holder, resource }) => `${holder} ${resource}`)
            .sort(),
        )
      }
    }),
    { numRuns: 10 },
  )
})
