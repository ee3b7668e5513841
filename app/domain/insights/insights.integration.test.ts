import { expect, test } from 'vitest'
import { deliveredBooking as booking } from '#app/domain/booking/live-booking.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredClinic } from '#app/domain/clinic/sections.ts'
import { at } from '#tests/support/booking.ts'
import { insertEvents, makeEvents, recount, toRecounted } from '#tests/support/recount.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { countPeriod } from './count.server.ts'
import { periodNames, toPeriod } from './period.ts'

// On PostgreSQL, too: its sums and dates.

const clinic = { saved: () => deliveredClinic }

// The second one is between two changes of the clock, the first one just after one, both in the middle of a day.
test.each([at('2026-11-03T14:25'), at('2027-01-13T11:10')])(
  'every figure equals a recount of random events, in every period (seen at %d)',
  async (now) => {
    const database = await openTestDatabase()
    const events = makeEvents({
      seed: now % 1_000,
      now,
      days: 760,
      appointments: 4_000,
      orders: 800,
      emails: 1_000,
      visits: 3_000,
    })
    await insertEvents(database, events)
    for (const name of periodNames) {
      const counted = await countPeriod({ database, clinic, booking }, toPeriod(name, now, clinicTimeZone))
      expect(toRecounted(counted), name).toEqual(recount(events, name, now))
      expect(counted.patients.returning, name).toBeGreaterThan(10)
    }
  },
)

test('blocked time is not open', async () => {
  const database = await openTestDatabase()
  const now = at('2026-11-20T12:00')
  const count = async () => {
    const { fill } = await countPeriod({ database, clinic, booking }, toPeriod('4-weeks', now, clinicTimeZone))
    return fill.find(({ weekday, hour }) => weekday === 2 && hour === 10)!.openMs / 60_000
  }
  const open = await count()
  await database.db
    .insertInto('holds')
    .values({
      holder: 'block:1',
      resource: 'person:clinic',
      fromAt: at('2026-11-17T10:15'),
      untilAt: at('2026-11-17T10:45'),
    })
    .execute()
  expect(await count()).toBe(open - 30)
})

test('without any event everything is zero', async () => {
  const database = await openTestDatabase()
  const counted = await countPeriod(
    { database, clinic, booking },
    toPeriod('13-weeks', at('2026-11-20T12:00'), clinicTimeZone),
  )
  expect(counted).toMatchObject({ before: 0, products: [], sources: [], newsletters: [], failedEmails: [] })
  expect(counted.held).toEqual(Array.from({ length: 13 }, () => 0))
  expect(counted.fill.every(({ takenMs }) => takenMs === 0)).toBe(true)
})
