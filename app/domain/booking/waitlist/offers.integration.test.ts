import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { findOpenTimes } from '#app/domain/booking/availability.server.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { cancelAppointment, releaseHour, undoCancellation } from '#app/domain/booking/cancel-appointment.server.ts'
import { correctAppointment } from '#app/domain/booking/correct-appointment.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { wouldNeedConfirmation } from '#app/domain/booking/needs-confirmation.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import {
  at,
  bookingDeps,
  bookingRules,
  bookTestAppointment,
  dayOne as now,
  joinTestWaitlist as join,
} from '#tests/support/booking.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { changeWishes, findEntry } from './entries.server.ts'
import { turnOffOfferTexts } from './offer-texts.server.ts'
import { acceptOffer, expireOffer, leaveWaitlist, listOpenOffers, passOn, undoRemoval } from './offers.server.ts'
import { endOldEntries } from './person-data.server.ts'
import { verifyOrder } from './verify-order.ts'

const desk = { who: 'desk', from: 'here', scope: 'everything' as const }
const hour = '2026-05-07T10:00'

/** Somebody cancels an appointment, and the time to undo that is over. */
async function free(
  database: Database,
  {
    start = hour,
    serviceId = 'general',
    booking,
  }: { start?: string; serviceId?: string; booking?: BookingContent } = {},
) {
  const booked = await bookTestAppointment(database, { start, serviceId, ...(booking && { booking }) })
  const id = booked.ok ? booked.appointment.id : ''
  await cancelAppointment(bookingDeps(database, booking), 'patient', { id, now })
  await releaseHour(bookingDeps(database, booking), id, now + 180_000)
}

const open = (database: Database) => listOpenOffers(database.db)

const timesOn = async (database: Database, day = '2026-05-07') => {
  const date = Temporal.PlainDate.from(day)
  const reading = { ...bookingDeps(database), db: database.db }
  const [found] = await findOpenTimes(reading, { serviceId: 'general', now }, { first: date, last: date })
  return found!.times.map(({ startsAt }) => startsAt)
}

test('a canceled hour stays reserved while that can be undone, and then is held for the first on the list', async () => {
  const database = await openTestDatabase()
  const [first] = [await join(database), await join(database, { n: 2 })]
  await free(database)
  expect(await open(database)).toMatchObject([
    {
      entryId: first,
      startsAt: at(hour),
      person: 'person:clinic',
      room: 'room:one',
      until: now + 180_000 + 4 * 3_600_000,
    },
  ])
  expect(await timesOn(database)).not.toContain(at(hour))
  const [job] = await database.db.selectFrom('jobs').selectAll().where('kind', '=', 'end-offer').execute()
  expect(job?.runAt).toBe(now + 180_000 + 4 * 3_600_000)
})

test('an hour that nobody on the list wants is free for everybody', async () => {
  const database = await openTestDatabase()
  await join(database, { weekdays: [1] })
  await join(database, { n: 2, untilTime: '09:30' })
  await join(database, { n: 3, person: 'person:somebody-else' })
  await join(database, { n: 4, lastDay: '2026-05-06' })
  await free(database)
  expect(await open(database)).toEqual([])
  expect(await timesOn(database)).toContain(at(hour))
})

test('the same wishes of one person are one place, and any other wish or person is another one', async () => {
  const database = await openTestDatabase()
  const wishes = [{ serviceIds: ['far'] }, { person: 'person:anna' as const }, { weekdays: [4] }]
  const places = [{}, { n: 2 }, { fromTime: '10:00' }, { untilTime: '12:00' }, ...wishes]
  const ids: string[] = []
  for (const wish of [...places, ...places]) ids.push(await join(database, wish))
  expect(new Set(ids).size).toBe(places.length)
  expect(ids.slice(places.length)).toEqual(ids.slice(0, places.length))
})

test('a declined request is offered; undoing the answer takes the offer back as long as nobody was told', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await join(database)
  const booked = await bookTestAppointment(database, { start: hour, serviceId: 'asked' })
  const id = booked.ok ? booked.appointment.id : ''
  const declined = await answerRequest(deps, desk, { id, answer: 'declined', now })
  expect(await open(database)).toHaveLength(1)
  const revision = declined.ok ? declined.revision : 0
  expect(await undoAnswer(deps, desk, { id, answer: 'declined', revision })).toMatchObject({ ok: true })
  expect(await open(database)).toEqual([])
  expect(await database.db.selectFrom('emails').select('kind').where('kind', '=', 'waitlist-offer').execute()).toEqual(
    [],
  )

  const again = await answerRequest(deps, desk, { id, answer: 'declined', now })
  expect(await open(database)).toHaveLength(1)
  // The emails were sent.
  await database.db.deleteFrom('jobs').where('kind', '=', 'send-email').execute()
  const late = { id, answer: 'declined', revision: again.ok ? again.revision : 0 } as const
  expect(await undoAnswer(deps, desk, late)).toMatchObject({ ok: false })
  expect(await open(database)).toHaveLength(1)
})

test('a time that an appointment was moved away from is offered, and taken back when the move is undone', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await join(database, { untilTime: '12:00' })
  const booked = await bookTestAppointment(database, { start: hour })
  const id = booked.ok ? booked.appointment.id : ''
  await moveAppointment(deps, desk, { id, startsAt: at('2026-05-07T14:00'), now })
  expect(await open(database)).toMatchObject([{ startsAt: at(hour) }])
  const back = await moveAppointment(deps, desk, { id, startsAt: at(hour), undo: { replaced: false }, now })
  expect(back).toMatchObject({ ok: true })
  expect(await open(database)).toEqual([])
})

/** What a refused undo must leave as it was. */
const offered = async ({ db }: Database) => ({
  offers: await db.selectFrom('waitlistOffers').selectAll().execute(),
  emails: await db.selectFrom('emails').selectAll().orderBy('id').execute(),
  jobs: await db.selectFrom('jobs').selectAll().orderBy('id').execute(),
  holds: await db.selectFrom('holds').selectAll().orderBy('holder').orderBy('resource').execute(),
  trail: await db.selectFrom('auditEntries').select('act').orderBy('sequence').execute(),
})

test('an answer that cannot be undone, since the patient was told, leaves the offer of its time alone', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await join(database)
  const booked = await bookTestAppointment(database, { start: hour, serviceId: 'asked' })
  const id = booked.ok ? booked.appointment.id : ''
  const declined = await answerRequest(deps, desk, { id, answer: 'declined', now })
  const { db } = database
  const told = db.selectFrom('emails').select('id').where('kind', '=', 'appointment')
  await db.deleteFrom('jobs').where('id', 'in', told).execute()
  const before = await offered(database)
  expect(before.offers).toMatchObject([{ state: 'open' }])
  const undo = { id, answer: 'declined', revision: declined.ok ? declined.revision : 0 } as const
  expect(await undoAnswer(deps, desk, undo)).toEqual({ ok: false, reason: 'told' })
  expect(await offered(database)).toEqual(before)
})

test('a move that cannot be undone leaves the offer of its time alone, which is none of the nearest times', async () => {
  const database = await openTestDatabase()
  const booking = { ...bookingRules, services: { ...bookingRules.services, short: { minutes: 30 } } }
  const deps = bookingDeps(database, booking)
  await join(database, { serviceIds: ['short'], booking, untilTime: '10:30' })
  const booked = await bookTestAppointment(database, { start: hour, booking })
  const id = booked.ok ? booked.appointment.id : ''
  await moveAppointment(deps, desk, { id, startsAt: at('2026-05-07T14:00'), now })
  const next = { start: '2026-05-07T11:00', serviceId: 'short', booking, n: 2 }
  expect(await bookTestAppointment(database, next)).toMatchObject({ ok: true })
  const before = await offered(database)
  expect(before.offers).toMatchObject([{ state: 'open', startsAt: at(hour) }])
  const back = await moveAppointment(deps, desk, { id, startsAt: at(hour), undo: { replaced: false }, now })
  expect(back).toMatchObject({ ok: false, reason: 'taken' })
  expect('nearest' in back && back.nearest.map(({ startsAt }) => startsAt)).toEqual(
    ['12:00', '12:30', '13:00'].map((time) => at(`2026-05-07T${time}`)),
  )
  expect(await offered(database)).toEqual(before)
})

test('one freed hour serves two people whom it suits, and also a longer service with the free hour beside it', async () => {
  const database = await openTestDatabase()
  const booking = { ...bookingRules, services: { ...bookingRules.services, short: { minutes: 30 } } }
  const [long] = [await join(database, { serviceIds: ['long'], booking }), await join(database, { n: 2, booking })]
  await free(database, { booking })
  expect(await open(database)).toMatchObject([{ entryId: long, serviceId: 'long', startsAt: at(hour) }])
  const other = await openTestDatabase()
  const [one, two] = [
    await join(other, { serviceIds: ['short'], booking }),
    await join(other, { n: 2, serviceIds: ['short'], booking }),
  ]
  await free(other, { booking, serviceId: 'long' })
  const offers = await open(other)
  expect(new Set(offers.map(({ entryId }) => entryId))).toEqual(new Set([one, two]))
  expect(offers[0]!.startsAt).not.toBe(offers[1]!.startsAt)
})

test('accepting makes one appointment of the person on the list, which keeps the hour', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const entryId = await join(database)
  await free(database)
  const [offer] = await open(database)
  const both = await Promise.all([acceptOffer(deps, offer!.id, now), acceptOffer(deps, offer!.id, now)])
  expect(both[0]).toEqual(both[1])
  const rows = await database.db.selectFrom('appointments').selectAll().where('state', '=', 'confirmed').execute()
  expect(rows).toMatchObject([{ name: 'Wanda 1', email: 'wanda1@example.com', health: null, startsAt: at(hour) }])
  expect(rows[0]!.patientId).not.toBeNull()
  const held = await database.db.selectFrom('heldQuanta').select('holder').distinct().execute()
  expect(held).toEqual([{ holder: `appointment:${rows[0]!.id}` }])
  expect(await findEntry(database.db, entryId)).toMatchObject({ state: 'booked' })
})

test.each([
  ['beyond three upcoming appointments', 'general', 3],
  ['for a service that the clinic confirms first', 'asked', 0],
])('an accepted offer is a request %s', async (_, serviceId, booked) => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const patient = { name: 'Wanda 1', email: 'wanda1@example.com', phone: '(205) 555-2001', health: undefined }
  for (const start of ['10:00', '12:00', '14:00'].slice(0, booked))
    await bookByTelephone(deps, desk, { patient, serviceId: 'general', startsAt: at(`2026-05-08T${start}`), now })
  await join(database, { serviceIds: [serviceId] })
  await free(database)
  const [offer] = await open(database)
  expect(await wouldNeedConfirmation(deps, { serviceIds: [serviceId], patient, now })).toBe(true)
  const accepted = await acceptOffer(deps, offer!.id, now)
  const made = database.db.selectFrom('appointments').select(['id', 'state']).where('startsAt', '=', at(hour))
  const rows = await made.where('state', '!=', 'cancelled').execute()
  expect(rows).toEqual([{ id: accepted.ok && accepted.appointmentId, state: 'requested' }])
  expect(await timesOn(database)).not.toContain(at(hour))
})

test('an offer that ended stays so when the clock is set back, and nothing ends before its time', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const second = (await join(database), await join(database, { n: 2 }))
  await free(database)
  const [offer] = await open(database)
  expect(await expireOffer(deps, offer!.id, offer!.until - 1)).toBe(offer!.until)
  expect(await acceptOffer(deps, offer!.id, offer!.until)).toEqual({ ok: false, reason: 'over' })
  expect(await acceptOffer(deps, offer!.id, now)).toEqual({ ok: false, reason: 'over' })
  expect(await open(database)).toMatchObject([{ entryId: second }])
  expect(await expireOffer(deps, offer!.id, now)).toBeUndefined()
  expect(await open(database)).toHaveLength(1)
})

test('who declines is not asked about the same hour again, also when somebody else cancels it', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  await join(database)
  await free(database)
  const [offer] = await open(database)
  await passOn(deps, offer!.id, { by: 'patient', now })
  expect(await open(database)).toEqual([])
  expect(await timesOn(database)).toContain(at(hour))
  await free(database)
  expect(await open(database)).toEqual([])
  await free(database, { start: '2026-05-08T10:00' })
  expect(await open(database)).toHaveLength(1)
})

test('who leaves passes the hour on; the list ends at the last day, and is deleted a month later', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const [first, second] = [await join(database), await join(database, { n: 2, lastDay: '2026-06-01' })]
  await free(database)
  expect(await leaveWaitlist(deps, first, { now })).toEqual({ ok: true })
  const { place: _, ...wishes } = (await findEntry(database.db, first))!
  for (const again of [leaveWaitlist(deps, first, { now }), changeWishes(deps, first, wishes)])
    expect(await again).toEqual({ ok: false })
  const [offer] = await open(database)
  expect(offer).toMatchObject({ entryId: second })
  await passOn(deps, offer!.id, { by: 'patient', now })
  await endOldEntries(deps, at('2026-06-02T08:00'))
  expect(await findEntry(database.db, second)).toMatchObject({ state: 'ended' })
  await endOldEntries(deps, at('2026-07-20T08:00'))
  expect(await findEntry(database.db, first)).toBeUndefined()
  const next = (await findEntry(database.db, await join(database, { n: 3 })))!
  expect(next.place).toBe(3)
})

test('who is on the list several times has one offer at a time, and is not asked again about an hour at another place', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const [first, again] = [await join(database), await join(database, { weekdays: [4] })]
  const next = await join(database, { n: 2 })
  expect(await findEntry(database.db, again)).toMatchObject({ place: 2, firstPlace: 1 })
  await free(database)
  await free(database, { start: '2026-05-07T14:00' })
  const [mine, theirs] = (await open(database)).toSorted((one, other) => one.startsAt - other.startsAt)
  expect([mine, theirs].map((offer) => offer?.entryId)).toEqual([first, next])
  await passOn(deps, mine!.id, { by: 'patient', now })
  expect((await open(database)).map(({ id }) => id)).toEqual([theirs!.id])
  await passOn(deps, theirs!.id, { by: 'patient', now })
  expect((await open(database)).map(({ entryId, startsAt }) => [entryId, startsAt])).toEqual([
    [first, at('2026-05-07T14:00')],
  ])
  const trail = await database.db.selectFrom('auditEntries').select(['act', 'detail']).orderBy('sequence').execute()
  expect(verifyOrder(trail, 'America/Chicago')).toEqual({ offers: 3, faults: [] })
})

test('the hour of an erased appointment is offered, and on the website at no moment', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const first = await join(database)
  const booked = await bookTestAppointment(database, { start: hour })
  const id = booked.ok ? booked.appointment.id : ''
  await database.transaction((tx) => eraseAppointment(deps, tx, id, now))
  expect(await timesOn(database)).not.toContain(at(hour))
  const job = database.db.selectFrom('jobs').select('runAt').where('kind', '=', 'release-hour')
  expect(await job.execute()).toEqual([{ runAt: now }])
  expect(await undoCancellation(deps, desk, { id, now })).toEqual({ ok: false, reason: 'too-late' })
  await releaseHour(deps, id, now)
  expect(await open(database)).toMatchObject([{ entryId: first, startsAt: at(hour) }])
  expect(await timesOn(database)).not.toContain(at(hour))
})

test('what another service leaves of an appointment is offered', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const booking = { ...bookingRules, services: { ...bookingRules.services, short: { minutes: 30 } } }
  const first = await join(database, { booking, serviceIds: ['short'], fromTime: '10:30' })
  const booked = await bookTestAppointment(database, { start: hour, serviceId: 'long' })
  const id = booked.ok ? booked.appointment.id : ''
  const corrected = { name: 'Somebody', phone: '(205) 555-0142', email: undefined, note: undefined }
  const shorter = await correctAppointment({ ...deps, booking }, desk, {
    ...corrected,
    id,
    serviceId: 'short',
    anyway: false,
    now,
  })
  expect(shorter).toEqual({ ok: true })
  const [offer] = await open(database)
  expect(offer).toMatchObject({ entryId: first, serviceId: 'short' })
})

test('only who left comes back on the list, and only who is on it ends the texts', async () => {
  const database = await openTestDatabase()
  const deps = bookingDeps(database)
  const id = await join(database)
  const state = async () => (await findEntry(database.db, id))?.state
  expect(await undoRemoval(deps, desk, 'gone')).toEqual({ ok: false })
  expect(await undoRemoval(deps, desk, id), 'they never left').toEqual({ ok: true })
  await leaveWaitlist(deps, id, { by: desk, now })
  expect([await undoRemoval(deps, desk, id), await state()]).toEqual([{ ok: true }, 'waiting'])
  await database.db.updateTable('waitlistEntries').set({ state: 'booked', endedAt: now }).execute()
  expect([await undoRemoval(deps, desk, id), await state()]).toEqual([{ ok: false }, 'booked'])
  expect(await turnOffOfferTexts(deps, 'gone', { now })).toEqual({ ok: false })
})
