import { expect, test } from 'vitest'
import { at, bookingDeps, bookingRules, bookTestAppointment, dayOne } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { findOpenTimes } from './availability.server.ts'
import { upcomingDays } from './availability.server.ts'
import { createNextFreeTimes, type NextFree } from './next-free-times.server.ts'

const soonest = ({ days, until }: NextFree) => ({ startsAt: days[0]?.times[0]?.startsAt, until })

test('the next free time is cached until it is invalidated, its notice begins, or another day can be booked', async () => {
  const database = await openTestDatabase()
  const nextFree = createNextFreeTimes(database, bookingDeps(database).clinic, bookingRules)
  const first = await nextFree.find('general', dayOne)
  expect(soonest(first)).toEqual({ startsAt: at('2026-05-04T12:00'), until: at('2026-05-04T08:00') + 1 })
  await bookTestAppointment(database, { start: '2026-05-04T12:00' })
  expect(await nextFree.find('general', dayOne)).toEqual(first)
  nextFree.invalidate()
  expect(soonest(await nextFree.find('general', dayOne)).startsAt).toBe(at('2026-05-04T13:30'))
  const evening = at('2026-05-04T18:00')
  expect(soonest(await nextFree.find('general', evening))).toEqual({
    startsAt: at('2026-05-05T09:00'),
    until: at('2026-05-05T00:00'),
  })
})

test('lists the first days with free times, and all times of each', async () => {
  const database = await openTestDatabase()
  const nextFree = createNextFreeTimes(database, bookingDeps(database).clinic, bookingRules)
  const { days } = await nextFree.find('general', dayOne)
  expect(days).toHaveLength(upcomingDays)
  expect(days.map(({ day }) => day.toString())).toEqual([...new Set(days.map(({ day }) => day.toString()))].sort())
  const tuesday = days.find(({ day }) => day.toString() === '2026-05-05')!
  const open = await findOpenTimes(
    { ...bookingDeps(database), db: database.db },
    { serviceId: 'general', now: dayOne },
    { first: tuesday.day, last: tuesday.day },
  )
  expect(tuesday).toEqual(open[0])
  expect(days.every(({ times }) => times.length > 0)).toBe(true)
})
