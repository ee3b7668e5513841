import { isLong } from '#tests/support/timing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createChance } from '#tests/faults/chance.ts'
import { simulateWaitlist } from '#tests/faults/waitlist/simulate.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

test('every hour that is canceled is offered in order, to one at a time, and never on the website meanwhile', async () => {
  const cancellations = Number(process.env.WAITLIST_CANCELLATIONS ?? (isLong ? 60 : 20))
  const database = await openTestDatabase()
  const { counts, violations } = await simulateWaitlist(database, createChance(1), { cancellations })
  expect(violations).toEqual([])
  expect(counts.cancellations).toBe(cancellations)
  expect(counts.offers).toBeGreaterThan(cancellations / 2)
  expect(counts['further places']).toBeGreaterThan(0)
  if (process.env.WAITLIST_CANCELLATIONS) console.log(counts)
}, 3_600_000)

test.runIf(isLong)('it finds a list on which one person at several places counts as several', async () => {
  const database = await openTestDatabase()
  const tamper = () =>
    database.db
      .updateTable('waitlistEntries')
      .set((row) => ({ firstPlace: row.ref('place') }))
      .execute()
  const { violations } = await simulateWaitlist(database, createChance(1), { cancellations: 200, tamper })
  expect(violations.length).toBeGreaterThan(0)
})

test.runIf(isLong)('it finds a trail in which an offer was made out of order', async () => {
  const database = await openTestDatabase()
  const tamper = () =>
    database.db
      .updateTable('auditEntries')
      .set({ detail: sql`replace(detail, 'passed over:', 'not said:')` })
      .where('act', '=', 'waitlist.offered')
      .execute()
  const { violations } = await simulateWaitlist(database, createChance(1), { cancellations: 60, tamper })
  expect(violations.join()).toContain('the trail does not prove the order')
})
