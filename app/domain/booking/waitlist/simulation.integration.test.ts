import { expect, test } from 'vitest'
import { createChance } from '#tests/faults/chance.ts'
import { simulateWaitlist } from '#tests/faults/waitlist/simulate.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

test('every hour that is canceled is offered in order, to one at a time, and never on the website meanwhile', async () => {
  const cancellations = Number(process.env.WAITLIST_CANCELLATIONS ?? 60)
  const database = await openTestDatabase()
  const { counts, violations } = await simulateWaitlist(database, createChance(1), { cancellations })
  expect(violations).toEqual([])
  expect(counts.cancellations).toBe(cancellations)
  expect(counts.offers).toBeGreaterThan(cancellations / 2)
  if (process.env.WAITLIST_CANCELLATIONS) console.log(counts)
}, 3_600_000)
