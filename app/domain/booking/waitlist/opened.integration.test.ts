import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { blockSeries, endSeries } from '#app/domain/booking/blocks/block-series.server.ts'
import { blockTime, findBlocks, removeBlock, stretchBlock } from '#app/domain/booking/blocks/blocks.server.ts'
import { cancelAppointment, releaseHour } from '#app/domain/booking/cancel-appointment.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { saveOwnWeek, undoOwnHours } from '#app/domain/booking/own-hours/change-own-hours.server.ts'
import { allResources } from '#app/domain/booking/service-needs.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { payloads } from '#app/queue/payloads.ts'
import {
  at,
  bookingDeps,
  bookingRules,
  bookTestAppointment,
  renewals,
  dayOne as now,
  joinTestWaitlist as join,
} from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { listOpenOffers } from './offers.server.ts'
import { offerOpened, offerOpenedHours } from './opened.server.ts'
import { verifyOrder } from './verify-order.ts'

const admin = { who: 'desk', from: 'here', scope: 'everything' as const }
const resources = allResources(bookingRules)
const thursday = { from: at('2026-05-07T09:00'), until: at('2026-05-07T17:00') }
const afternoon = { from: at('2026-05-07T13:00'), until: at('2026-05-07T17:00') }

/** What the worker does once the changes can no longer be undone. */
async function offerAll(database: Database, deps: BookingDeps = bookingDeps(database)) {
  const jobs = await database.db.selectFrom('jobs').selectAll().where('kind', '=', 'offer-opened').execute()
  for (const { payload, runAt } of jobs) {
    expect(runAt).toBe(now + undoOfferMs)
    await offerOpened(deps, payloads['offer-opened'].parse(JSON.parse(payload)).opened, runAt)
  }
}

const offers = async (database: Database) =>
  (await listOpenOffers(database.db))
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .map(({ entryId, startsAt }) => [entryId, startsAt] as const)

const block = async (database: Database, interval = thursday) => {
  const blocked = await blockTime(bookingDeps(database), admin, { ...interval, resources, anyway: false, now })
  return blocked.ok ? blocked.id : ''
}

test('the time of a removed block is offered in order, and what was open beside it is not', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const id = await block(database, afternoon)
  const morning = await join(database, { untilTime: '12:00' })
  const [second, third] = [await join(database, { n: 2 }), await join(database, { n: 3, fromTime: '15:00' })]
  await removeBlock(deps, admin, { id, now })
  expect(await offers(database)).toEqual([])
  await offerAll(database)
  expect(await offers(database)).toEqual([
    [second, afternoon.from],
    [third, at('2026-05-07T15:00')],
  ])
  expect((await listOpenOffers(database.db)).map(({ entryId }) => entryId)).not.toContain(morning)
  const trail = await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
  expect(verifyOrder(trail, 'America/Chicago')).toEqual({ offers: 2, faults: [] })
})

test('nothing is offered of a block that was put back meanwhile, nor of what somebody booked first', async () => {
  const database = await openTestDatabase()
  await join(database)
  await removeBlock(bookingDeps(database), admin, { id: await block(database), now })
  await block(database)
  await offerAll(database)
  expect(await offers(database)).toEqual([])

  const other = await openTestDatabase()
  const first = await join(other)
  const one = { from: at('2026-05-07T10:00'), until: at('2026-05-07T12:30') }
  await removeBlock(bookingDeps(other), admin, { id: await block(other, one), now })
  expect((await bookTestAppointment(other, { start: '2026-05-07T10:00' })).ok).toBe(true)
  await offerAll(other)
  expect(await offers(other)).toEqual([[first, at('2026-05-07T11:30')]])
})

test('a shortened block, and one that ends a series, offer their time', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const first = await join(database)
  const id = await block(database)
  const shorter = { from: thursday.from, until: at('2026-05-07T15:00') }
  await stretchBlock(deps, admin, { id, was: thursday, ...shorter, now })
  await offerAll(database)
  expect(await offers(database)).toEqual([[first, shorter.until]])

  const other = await openTestDatabase()
  const waiting = await join(other, { weekdays: [4] })
  const repeat = { firstDay: Temporal.PlainDate.from('2026-05-05'), everyWeeks: 1, weekdays: weekdays.slice(1, 4) }
  await blockSeries(bookingDeps(other), admin, { repeat, resources, anyway: false, now })
  const [, , later] = await findBlocks(other.db, 'everything', { from: now, until: now + 90 * 86_400_000 })
  await endSeries(bookingDeps(other), admin, { id: later!.id, now })
  await offerAll(other)
  expect(await offers(other)).toEqual([[waiting, thursday.from]])
})

const booking = { ...bookingRules, practitioners: [{ id: 'anna', name: 'Anna' }] }
const every = (closes: string) =>
  Object.fromEntries(weekdays.map((day) => [day, [{ opens: '09:00', closes }]])) as WeekHours

test('longer hours of a person are offered, unless that was undone', async () => {
  const change = { person: 'person:anna', anyway: false, now } as const
  for (const isUndone of [false, true]) {
    const database = await openTestDatabase()
    const deps = bookingDeps(database, booking)
    await saveOwnWeek(deps, admin, { ...change, week: every('12:00'), over: 0 })
    const first = await join(database, { booking })
    const before = await join(database, { n: 2, booking, untilTime: '12:00' })
    const saved = await saveOwnWeek(deps, admin, { ...change, week: every('13:00'), over: 1 })
    const revision = (saved.ok && saved.revision) || 0
    if (isUndone) await undoOwnHours(deps, admin, { ...change, revision })
    await offerAll(database, deps)
    expect(await offers(database)).toEqual(isUndone ? [] : [[first, at('2026-05-05T12:00')]])
    expect((await listOpenOffers(database.db)).map(({ entryId }) => entryId)).not.toContain(before)
  }
})

test('longer hours of the clinic and a day on which it is not closed after all are offered', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const [first, second] = [await join(database, { weekdays: [4] }), await join(database, { n: 2, weekdays: [4] })]
  const closed = { id: 'closed', firstDay: '2026-05-07', lastDay: '2026-05-07' }
  await offerOpenedHours(deps, { hours: every('17:00'), closures: [closed] }, now)
  expect(await offers(database)).toEqual([
    [first, at('2026-05-07T09:00')],
    [second, at('2026-05-07T10:30')],
  ])
  await offerOpenedHours(deps, { hours: every('17:00') }, now)
  expect(await offers(database)).toHaveLength(2)
  const third = await join(database, { n: 3 })
  await offerOpenedHours(deps, { hours: every('16:00') }, now)
  expect((await offers(database))[0]).toEqual([third, at('2026-05-04T16:00')])
})

test('blocked time ends an offer: who was told is told so, and can be offered it again', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const first = await join(database)
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  const id = booked.ok ? booked.appointment.id : ''
  await cancelAppointment(deps, 'patient', { id, now })
  await releaseHour(deps, id, now + 180_000)
  expect(await offers(database)).toEqual([[first, at('2026-05-07T10:00')]])
  // The offer was sent.
  await database.db.deleteFrom('jobs').where('kind', '=', 'send-email').execute()
  const blocked = await block(database)
  expect(await offers(database)).toEqual([])
  const emails = database.db.selectFrom('emails').select('recipient').where('kind', '=', 'waitlist-withdrawn')
  expect(await emails.execute()).toEqual([{ recipient: 'wanda1@example.com' }])
  const held = await database.db.selectFrom('heldQuanta').select('holder').distinct().execute()
  expect(held).toEqual([{ holder: `block:${blocked}` }])
  await removeBlock(deps, admin, { id: blocked, now })
  await offerAll(database)
  expect(await offers(database)).toEqual([[first, thursday.from]])
})

const withdrawnTo = async (database: Database) =>
  (await database.db.selectFrom('emails').select('recipient').where('kind', '=', 'waitlist-withdrawn').execute()).map(
    ({ recipient }) => recipient,
  )

test('shorter hours of a person end an offer outside of them, and who was told is told so', async () => {
  const change = { person: 'person:anna', anyway: false, now } as const
  const database = await openTestDatabase()
  const deps = bookingDeps(database, booking)
  await saveOwnWeek(deps, admin, { ...change, week: every('12:00'), over: 0 })
  const first = await join(database, { booking, weekdays: [4], fromTime: '12:00' })
  await saveOwnWeek(deps, admin, { ...change, week: every('13:00'), over: 1 })
  await offerAll(database, deps)
  expect(await offers(database)).toEqual([[first, at('2026-05-07T12:00')]])
  await database.db.deleteFrom('jobs').execute()
  await saveOwnWeek(deps, admin, { ...change, week: every('12:30'), over: 2 })
  await offerAll(database, deps)
  expect(await offers(database)).toEqual([])
  expect(await withdrawnTo(database)).toEqual(['wanda1@example.com'])
})

test('a day on which the clinic closes ends its offers, and leaves those of other days', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const friday = { from: at('2026-05-08T09:00'), until: at('2026-05-08T10:30') }
  const [first, second] = [await join(database, { weekdays: [4] }), await join(database, { n: 2, weekdays: [5] })]
  await removeBlock(deps, admin, { id: await block(database), now })
  await removeBlock(deps, admin, { id: await block(database, friday), now })
  await offerAll(database)
  expect(await offers(database)).toEqual([
    [first, thursday.from],
    [second, friday.from],
  ])
  expect(await renewals(database), 'two blocks, their ends, and two offers').toBe(6)
  await database.db.deleteFrom('jobs').execute()
  const closed = { id: 'closed', firstDay: '2026-05-07', lastDay: '2026-05-07' }
  const facts: BookingDeps['clinic']['facts'] = (moment) => ({
    ...deps.clinic.facts(moment),
    closures: [{ ...closed, text: '' }],
  })
  for (let times = 0; times < 2; times += 1)
    await offerOpenedHours({ ...deps, clinic: { facts } }, { hours: every('17:00') }, now)
  expect(await offers(database)).toEqual([[second, friday.from]])
  expect(await renewals(database), 'the offer that ended').toBe(7)
  expect(await withdrawnTo(database)).toEqual(['wanda1@example.com'])
  const held = await database.db.selectFrom('heldQuanta').select('holder').distinct().execute()
  expect(held).toHaveLength(1)
})

test('nobody hears of an offer that was not sent before its time was blocked', async () => {
  const database = await openTestDatabase()
  await join(database)
  await removeBlock(bookingDeps(database), admin, { id: await block(database), now })
  await offerAll(database)
  await block(database)
  expect(await offers(database)).toEqual([])
  const kinds = (await database.db.selectFrom('emails').select('kind').execute()).map(({ kind }) => kind)
  expect(kinds).toEqual(['waitlist'])
})
