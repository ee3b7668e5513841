import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'

import { at, bookingDeps, bookTestAppointment, dayOne as now, renewals } from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { seriesDays } from './block-series.ts'
import { blockSeries, endSeries, extendSeries, type NewSeries } from './block-series.server.ts'
import { findBlocks, removeBlock, stretchBlock } from './blocks.server.ts'

const admin = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
const day = (text: string) => Temporal.PlainDate.from(text)
/** Mondays and Thursdays, every other week, from Thursday of the first one. */
const lunch: NewSeries = {
  repeat: { firstDay: day('2026-05-07'), everyWeeks: 2, weekdays: ['monday', 'thursday'] },
  fromTime: '12:00',
  untilTime: '13:00',
  resources: ['person:clinic'],
  note: 'Lunch',
}
const create = (database: Database, more: Partial<NewSeries & { anyway: boolean; now: number }> = {}) =>
  blockSeries(bookingDeps(database), admin, { ...lunch, anyway: false, now, ...more })
const whole = { from: now, until: at('2027-05-04T00:00') }
const clinicTime = (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO('America/Chicago').toPlainDateTime().toString()
const starts = async (database: Database) =>
  (await findBlocks(database.db, 'everything', whole)).map(({ from }) => clinicTime(from))

test('a repeated block is kept from bookings on each of its days, up to the last day that can be booked', async () => {
  const database = await openTestDatabase()
  expect(await create(database)).toMatchObject({ ok: true })
  const first = ['2026-05-07T12:00:00', '2026-05-18T12:00:00', '2026-05-21T12:00:00', '2026-06-01T12:00:00']
  expect((await starts(database)).slice(0, 4)).toEqual(first)
  // 60 days ahead, and two weeks more.
  expect((await starts(database)).at(-1)! < '2026-07-18').toBe(true)
  const book = async (start: string, n: number) => (await bookTestAppointment(database, { start, n })).ok
  expect(await book('2026-05-18T12:00', 1)).toBe(false)
  expect(await book('2026-05-14T12:00', 2), 'the week between').toBe(true)
  const [, second] = await findBlocks(database.db, 'everything', whole)
  expect(second).toMatchObject({ isRepeated: true, note: 'Lunch' })
})

test('it is repeated on days that can be booked later, by the clock, without those that were removed', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const autumn = at('2026-08-20T08:00')
  const repeat = { firstDay: day('2026-08-27'), everyWeeks: 1, weekdays: ['thursday'] as const }
  expect(await create(database, { repeat, now: autumn })).toMatchObject({ ok: true })
  const before = await starts(database)
  const [removed] = await findBlocks(database.db, 'everything', whole)
  await removeBlock(deps, admin, { id: removed!.id, now })
  await extendSeries(deps, autumn)
  expect(await starts(database)).toEqual(before.slice(1))
  await Promise.all([extendSeries(deps, at('2026-09-20T08:00')), extendSeries(deps, at('2026-09-20T08:00'))])
  expect(await renewals(database), 'the series, what was removed, and further days').toBe(3)
  const after = await starts(database)
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(1))
  // The clocks change on November 1.
  for (const thursday of ['2026-10-29', '2026-11-05', '2026-11-12', '2026-11-19', '2026-11-26'])
    expect(after.filter((start) => start === `${thursday}T12:00:00`)).toHaveLength(1)
})

test('one of them is stretched alone, and the series ends from a day on', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await create(database)
  const [first, second] = await findBlocks(database.db, 'everything', whole)
  const longer = { from: second!.from, until: second!.until + 3_600_000 }
  expect(await stretchBlock(deps, admin, { id: second!.id, now, was: second!, ...longer })).toEqual({ ok: true })
  const [, stretched, third] = await findBlocks(database.db, 'everything', whole)
  expect([stretched!.until - stretched!.from, third!.until - third!.from]).toEqual([7_200_000, 3_600_000])
  await endSeries(deps, { ...admin, scope: { person: 'person:anna' } }, { id: second!.id, now })
  expect((await starts(database)).length, 'not hers to end').toBeGreaterThan(2)
  await endSeries(deps, admin, { id: second!.id, now })
  await endSeries(deps, admin, { id: second!.id, now })
  await extendSeries(deps, at('2026-09-20T08:00'))
  expect(await starts(database)).toEqual([clinicTime(first!.from)])
  expect(await renewals(database), 'the series, what was stretched, and the end').toBe(3)
  expect((await bookTestAppointment(database, { start: '2026-05-21T12:00' })).ok).toBe(true)
  expect(await database.db.selectFrom('auditEntries').select(['act', 'detail']).execute()).toMatchObject([
    { act: 'block.repeated', detail: 'Every 2 weeks, Monday, Thursday, 12 pm to 1 pm, from Thursday, May 7, 2026' },
    { act: 'block.changed' },
    { act: 'block.series-ended', detail: expect.stringMatching(/^From Monday, May 18, 2026\. /) },
  ])
})

test('appointments on its days are listed, and nothing is blocked until it is asked again', async () => {
  const database = await openTestDatabase()
  const booked = await bookTestAppointment(database, { start: '2026-05-21T12:00' })
  const id = booked.ok ? booked.appointment.id : ''
  expect(await create(database)).toMatchObject({ ok: false, reason: 'overlap', appointments: [{ id }] })
  for (const table of ['blocks', 'blockSeries'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await create(database, { anyway: true })).toMatchObject({ ok: true })
  const none = { ...lunch.repeat, lastDay: day('2026-05-10'), weekdays: ['monday'] as const }
  expect(await create(database, { repeat: none })).toEqual({ ok: false, reason: 'no-day' })
})

test('weeks are counted from the Sunday before the first day', () => {
  const every = (everyWeeks: number, firstDay: string) =>
    seriesDays(
      { firstDay: day(firstDay), everyWeeks, weekdays: ['monday', 'sunday'] },
      { first: day('2026-01-01'), last: day('2026-05-31') },
    ).map(String)
  expect(every(3, '2026-05-03')).toEqual(['2026-05-03', '2026-05-04', '2026-05-24', '2026-05-25'])
  expect(every(1, '2026-05-24')).toEqual(['2026-05-24', '2026-05-25', '2026-05-31'])
})
