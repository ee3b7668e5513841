import { expect, test } from 'vitest'
import { at, bookingMeans, bookingRules, bookVisit, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createNextFreeTimes } from './next-free-times.server.ts'

test('the next free time is kept until it is forgotten, its notice begins, or another day can be booked', async () => {
  const database = await openTestDatabase()
  const nextFree = createNextFreeTimes(database, bookingMeans(database).clinic, bookingRules)
  const first = await nextFree.find('general', dayOne)
  expect(first).toEqual({ startsAt: at('2026-05-04T12:00'), until: at('2026-05-04T08:00') + 1 })
  await bookVisit(database, { start: '2026-05-04T12:00' })
  expect(await nextFree.find('general', dayOne)).toEqual(first)
  nextFree.forget()
  expect((await nextFree.find('general', dayOne)).startsAt).toBe(at('2026-05-04T13:30'))
  const evening = at('2026-05-04T18:00')
  expect(await nextFree.find('general', evening)).toEqual({
    startsAt: at('2026-05-05T09:00'),
    until: at('2026-05-05T00:00'),
  })
})
