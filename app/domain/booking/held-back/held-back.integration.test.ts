import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import {
  forgetNetworks,
  listAppointments,
  listHeldBack,
  listOfFlood,
  listRequests,
} from '#app/domain/booking/appointments.server.ts'
import { cancelAppointment, releaseHour, undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { confirmNewAddress, findNewAddress, newAddressLinkPayload } from '#app/domain/booking/new-address.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { acceptOffer, listOpenOffers } from '#app/domain/booking/waitlist/offers.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import {
  at,
  bookingDeps,
  bookingRules,
  bookTestAppointment,
  dayOne as now,
  joinTestWaitlist,
} from '#tests/support/booking.ts'
import { openPaidBookings } from '#tests/support/held-bookings.ts'
import { openPlansOn } from '#tests/support/plans.ts'
import { isAskedOnSqliteAlone, openTestDatabase } from '#tests/support/test-database.ts'
import { releaseTimes, undoRelease } from './release.server.ts'

// On PostgreSQL, too: bookings wait for each other there by a lock.

const desk = { who: 'desk', from: 'here', scope: 'everything' as const }
const signer = createSigner('a secret of the test')
const from = (network: string, around?: string) => ({ sender: { network, address: 'any', ...(around && { around }) } })

type Wish = Parameters<typeof bookTestAppointment>[1]

async function book(database: Database, n: number, wish: Wish = {}) {
  const booked = await bookTestAppointment(database, { n, start: startOf(n), ...from('home'), ...wish })
  if (!booked.ok) throw new Error(`${n}: ${booked.reason}`)
  return booked.appointment
}

/** 9 am and 11 am, 1 pm and 3 pm of the next days. */
const startOf = (n: number) =>
  `2026-05-${String(5 + Math.floor(n / 4)).padStart(2, '0')}T${String(9 + 2 * (n % 4)).padStart(2, '0')}:00`

/** Ten that hold a time, and then as many that hold none. */
async function flood(database: Database, more = 1) {
  const ids: string[] = []
  for (let n = 0; n < 10 + more; n += 1) ids.push((await book(database, n)).id)
  return ids
}

const find = async (database: Database, id: string) =>
  database.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const slotsOf = async ({ db }: Database, id: string) =>
  (await db.selectFrom('heldQuanta').select('quantum').where('holder', '=', `appointment:${id}`).execute()).length

const openDeps = (database: Database, more = {}) => ({
  ...bookingDeps(database, { ...bookingRules, ...more }),
  signer,
  config: { abuseLimits: true },
})

const payloadOf = async (database: Database, id: string) =>
  newAddressLinkPayload(signer, { id, email: (await find(database, id)).email })

/** Presses the button behind the link that was emailed about it. */
const confirm = async (database: Database, id: string, more = {}) =>
  confirmNewAddress(openDeps(database, more), await payloadOf(database, id), now)

const emailsAbout = async ({ db }: Database, id: string) =>
  (await db.selectFrom('emails').select(['kind', 'ids']).where('ids', 'like', `%"${id}"%`).execute()).map(
    ({ kind, ids }) => `${kind} ${(JSON.parse(ids) as { about?: string }).about}`,
  )

describe('ten bookings a day from one network hold a time', () => {
  test('later ones are requests without a time, which others can book; none is refused, or counts for the hour', async () => {
    const database = await openTestDatabase()
    const states: string[] = []
    for (let n = 0; n < 44; n += 1) states.push((await book(database, n)).state)
    expect(states).toEqual([...Array<string>(10).fill('confirmed'), ...Array<string>(34).fill('requested')])
    const held = await database.db.selectFrom('holds').select('holder').distinct().execute()
    expect(held).toHaveLength(10)
    const other = await book(database, 10, { n: 99, start: startOf(10), ...from('elsewhere') })
    expect(other.state, 'the same time, from another network').toBe('confirmed')
    const within = { from: now, until: now + 60 * 86_400_000 }
    expect(await listAppointments(database.db, 'everything', within), 'the calendar shows what is held').toHaveLength(
      11,
    )
    expect(await listRequests(database.db, 'everything', now)).toEqual([])
    expect(await listHeldBack(database.db, 'everything', now)).toHaveLength(34)
  })

  test('as do those of a day later, and all without limits', async () => {
    const database = await openTestDatabase()
    await flood(database)
    expect((await book(database, 20, { sender: undefined })).state).toBe('confirmed')
    await database.db
      .updateTable('appointments')
      .set({ bookedAt: now - 86_400_001 })
      .execute()
    expect((await book(database, 21)).state).toBe('confirmed')
  })

  test('canceling makes no room for others', async () => {
    const database = await openTestDatabase()
    const [first] = await flood(database, 0)
    await cancelAppointment(bookingDeps(database), 'patient', { id: first!, now })
    expect((await book(database, 20)).state).toBe('requested')
  })

  test('a customer of a provider with many networks has three times as many', async () => {
    const database = await openTestDatabase()
    const states: string[] = []
    for (let n = 0; n < 31; n += 1) states.push((await book(database, n, from(`network ${n}`, 'around'))).state)
    expect(states).toEqual([...Array<string>(30).fill('confirmed'), 'requested'])
  })

  test('a visitor who is signed in with the address does not count, until the address itself has ten', async () => {
    const database = await openTestDatabase()
    await flood(database)
    const own = { email: 'own@example.com', isAddressProved: true }
    for (let n = 20; n < 30; n += 1) expect((await book(database, n, own)).state).toBe('confirmed')
    expect(await find(database, (await book(database, 30, own)).id)).toMatchObject({
      heldBack: 'address',
      network: null,
    })
    expect((await book(database, 31, { email: 'own@example.com' })).state, 'typing it proves nothing').toBe('requested')
  })

  test('what staff confirm makes room', async () => {
    const database = await openTestDatabase()
    const id = (await book(database, 0, { serviceId: 'asked' })).id
    for (let n = 1; n < 10; n += 1) await book(database, n)
    expect((await book(database, 10)).state).toBe('requested')
    expect(await answerRequest(bookingDeps(database), desk, { id, answer: 'accepted', now })).toMatchObject({
      ok: true,
    })
    expect((await book(database, 11)).state).toBe('confirmed')
  })

  test('a plan is one of them, and all of its days hold no time beyond', async () => {
    const database = await openTestDatabase()
    const { book: bookPlan, propose, deps } = openPlansOn(database)
    const { days } = (await propose({ from: Temporal.PlainDate.from('2026-05-20') })).proposals[0]!
    await flood(database, 0)
    const booked = await bookPlan(50, days, from('home'))
    expect(booked).toMatchObject({ ok: true, state: 'requested' })
    const held = await listHeldBack(database.db, 'everything', now)
    expect(held.map(({ planDay }) => planDay)).toEqual([1, 2, 3, 4, 5])
    expect(await bookPlan(51, days, from('elsewhere')), 'these times are free').toMatchObject({ state: 'confirmed' })
    // Staff gave one of its days to another address, which nobody proved.
    const given = database.db.updateTable('appointments').set({ email: 'other@example.com' })
    await given.where('id', '=', held[4]!.id).execute()
    await confirmNewAddress({ ...openDeps(database), ...deps }, await payloadOf(database, held[0]!.id), now)
    const proved = await Promise.all(held.map(async ({ id }) => (await find(database, id)).addressProved))
    expect(proved).toEqual([1, 1, 1, 1, 0])
  })

  test('an offer that is accepted beyond goes to the next on the list', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const [, next] = [await joinTestWaitlist(database), await joinTestWaitlist(database, { n: 2 })]
    const start = '2026-06-05T10:00'
    const { id } = await book(database, 90, { start, sender: undefined })
    await cancelAppointment(deps, 'patient', { id, now })
    await releaseHour(deps, id, now + undoMs)
    await flood(database, 0)
    const [offer] = await listOpenOffers(database.db)
    const accepted = await acceptOffer(deps, offer!.id, now, from('home'))
    const appointment = await find(database, accepted.ok ? accepted.appointmentId : '')
    expect(appointment).toMatchObject({ state: 'requested', heldBack: 'network', startsAt: at(start) })
    expect(await listOpenOffers(database.db)).toMatchObject([{ entryId: next, startsAt: at(start) }])
  })

  test('what is to be paid is not asked for while no time is held', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    onTestFinished(() => void vi.useRealTimers())
    const paid = await openPaidBookings({ payAhead: 'deposit', payAheadAmount: 5_000, cancelFee: 0, taxRate: 0 })
    const { database, deps, find, bookHeld, emails } = paid
    await flood(database, 0)
    const id = await bookHeld({ startsAt: at('2026-05-20T10:00'), ...from('home') })
    expect(await find(id)).toMatchObject({ state: 'requested', heldBack: 'network', payBy: null, payCents: null })
    expect(await emails()).not.toContain('booking-payment to-pay')
    await confirmNewAddress({ ...deps, signer, config: { abuseLimits: true } }, await payloadOf(database, id), now)
    expect(await find(id)).toMatchObject({ heldBack: null, payCents: 5_000, paidState: 'confirmed' })
    expect(await emails()).toContain('booking-payment to-pay')
  })
})

test.skipIf(isAskedOnSqliteAlone)('beyond the hour, a booking holds no time', async () => {
  const database = await openTestDatabase()
  const booking = { ...bookingRules, mostOnlinePerHour: 1 }
  await book(database, 0, { booking, ...from('one') })
  const { id, state } = await book(database, 1, { booking, ...from('two') })
  expect(state).toBe('requested')
  expect(await find(database, id)).toMatchObject({ heldBack: 'hour' })
  expect(await slotsOf(database, id)).toBe(0)
})

describe('confirming the email of a request without a time', () => {
  test('takes its time; the link can be pressed twice', async () => {
    const database = await openTestDatabase()
    const id = (await flood(database)).at(-1)!
    expect(await findNewAddress(database.db, signer, await payloadOf(database, id), now)).toMatchObject({
      isConfirmed: false,
    })
    expect(await confirm(database, id)).toBe(true)
    expect(await find(database, id)).toMatchObject({ state: 'confirmed', heldBack: null, network: null })
    expect(await slotsOf(database, id)).toBeGreaterThan(0)
    expect(await confirm(database, id)).toBe(true)
    expect(await emailsAbout(database, id)).toEqual([
      'appointment booked',
      'appointment-notice booked',
      'appointment booked',
      'appointment-notice booked',
    ])
  })

  test('stays a request if somebody else has the time, which can then be moved to a free one', async () => {
    const database = await openTestDatabase()
    const id = (await flood(database)).at(-1)!
    await book(database, 99, { start: startOf(10), ...from('elsewhere') })
    await confirm(database, id)
    expect(await find(database, id)).toMatchObject({ state: 'requested', heldBack: 'network', addressProved: 1 })
    const move = { id, startsAt: at(startOf(30)), now, isLimited: true }
    expect(await moveAppointment(bookingDeps(database), 'patient', move)).toMatchObject({ ok: true })
    expect(await find(database, id)).toMatchObject({ state: 'confirmed', heldBack: null, startsAt: at(startOf(30)) })
    expect(await slotsOf(database, id)).toBeGreaterThan(0)
  })

  test('is no way around the limits: ten of one address, and the hour', async () => {
    const database = await openTestDatabase()
    await flood(database, 0)
    const ids: string[] = []
    for (let n = 10; n < 21; n += 1) ids.push((await book(database, n, { email: 'own@example.com' })).id)
    for (const id of ids) await confirm(database, id, { mostOnlinePerHour: 1_000 })
    const all = await Promise.all(ids.map((id) => find(database, id)))
    expect(all.filter(({ heldBack }) => heldBack === null)).toHaveLength(10)
    expect(all.at(-1)).toMatchObject({ state: 'requested', heldBack: 'address' })
    const last = await book(database, 22)
    await confirm(database, last.id, { mostOnlinePerHour: 1 })
    expect(await find(database, last.id)).toMatchObject({ state: 'requested', heldBack: 'hour' })
  })

  test('asks the clinic first for what it would ask for when it is booked', async () => {
    const database = await openTestDatabase()
    await flood(database, 0)
    const { id } = await book(database, 10, { serviceId: 'asked' })
    await confirm(database, id)
    expect(await find(database, id)).toMatchObject({ state: 'requested', heldBack: null })
    expect(await slotsOf(database, id)).toBeGreaterThan(0)
  })
})

test.skipIf(isAskedOnSqliteAlone)(
  'moving a request without a time, unconfirmed, changes the wish and holds nothing',
  async () => {
    const database = await openTestDatabase()
    const id = (await flood(database)).at(-1)!
    const move = { id, startsAt: at(startOf(30)), now, isLimited: true }
    expect(await moveAppointment(bookingDeps(database), 'patient', move)).toMatchObject({ ok: true })
    expect(await find(database, id)).toMatchObject({
      state: 'requested',
      heldBack: 'network',
      startsAt: at(startOf(30)),
    })
    expect(await slotsOf(database, id)).toBe(0)
  },
)

describe.skipIf(isAskedOnSqliteAlone)('staff who confirm a request without a time', () => {
  test('give it its time, and take it back by Undo', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = (await flood(database)).at(-1)!
    const answered = await answerRequest(deps, desk, { id, answer: 'accepted', now })
    expect(await find(database, id)).toMatchObject({ state: 'confirmed' })
    expect(await slotsOf(database, id)).toBeGreaterThan(0)
    const revision = answered.ok ? answered.revision : 0
    expect(await undoAnswer(deps, desk, { id, answer: 'accepted', revision })).toMatchObject({ ok: true })
    expect(await slotsOf(database, id)).toBe(0)
    expect(await listHeldBack(database.db, 'everything', now)).toMatchObject([{ id }])
  })

  test('are told if its time was taken; declining and Undo take nobody’s', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const id = (await flood(database)).at(-1)!
    await book(database, 99, { start: startOf(10), ...from('elsewhere') })
    const rejected = { ok: false, reason: 'time-taken' }
    expect(await answerRequest(deps, desk, { id, answer: 'accepted', now })).toEqual(rejected)
    const answered = await answerRequest(deps, desk, { id, answer: 'declined', now })
    const revision = answered.ok ? answered.revision : 0
    expect(await undoAnswer(deps, desk, { id, answer: 'declined', revision })).toMatchObject({ ok: true })
    expect(await find(database, id)).toMatchObject({ state: 'requested', heldBack: 'network' })
    expect(await slotsOf(database, id)).toBe(0)
  })
})

describe.skipIf(isAskedOnSqliteAlone)('releasing the times of a flood', () => {
  test('lists and takes unconfirmed ones only, asks their patients, and can be undone', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const other = await book(database, 40, from('elsewhere'))
    const ids = await flood(database)
    const signedIn = await book(database, 41, { isAddressProved: true, email: 'own@example.com' })
    const listed = await listOfFlood(database.db, 'everything', now)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 10).toSorted())
    const [first = '', back = ''] = [ids[0], ids.at(-1)]
    const countOfFlood = async (id: string, changed: object) => {
      const row = await find(database, id)
      const set = (values: object) => database.db.updateTable('appointments').set(values).where('id', '=', id).execute()
      await set(changed)
      const found = await listOfFlood(database.db, 'everything', now)
      await set(row)
      return found.length
    }
    const ended = [{ state: 'cancelled' }, { startsAt: now }]
    for (const changed of [...ended, { network: null }, { payBy: now }, { paidWith: 'a payment' }])
      expect(await countOfFlood(first, changed), JSON.stringify(changed)).toBe(9)
    const elsewhere = { network: 'far away' }
    for (const changed of [...ended, elsewhere, { ...elsewhere, heldBack: 'hour', bookedAt: now - 3_600_000 }])
      expect(await countOfFlood(back, changed), JSON.stringify(changed)).toBe(0)
    expect(await countOfFlood(back, { ...elsewhere, heldBack: 'hour' }), 'of this hour, from wherever').toBe(11)
    const chosen = [...ids, other.id, signedIn.id]
    await database.db.updateTable('appointments').set({ network: null }).where('id', '=', other.id).execute()
    const { released, until } = await releaseTimes(deps, desk, { ids: chosen, now })
    expect(released).toBe(10)
    expect(await find(database, ids[0]!)).toMatchObject({ state: 'requested', heldBack: 'released' })
    expect(await find(database, signedIn.id)).toMatchObject({ state: 'confirmed' })
    expect(await emailsAbout(database, ids[0]!)).toContain('appointment released')
    expect(await undoRelease(deps, desk, { until, now: now + 5_000 })).toEqual({ restored: 10 })
    expect(await find(database, ids[0]!)).toMatchObject({ state: 'confirmed', heldBack: null, undoUntil: null })
    expect(await emailsAbout(database, ids[0]!)).not.toContain('appointment released')
    await releaseHour(deps, ids[0]!, until)
    expect(await slotsOf(database, ids[0]!)).toBeGreaterThan(0)
    const acts = await database.db
      .selectFrom('auditEntries')
      .select('act')
      .where('act', 'like', 'appointment.re%')
      .execute()
    expect(acts).toHaveLength(20)
  })

  test('frees them once that is over; whoever confirms the email has the time again', async () => {
    const database = await openTestDatabase()
    const deps = bookingDeps(database)
    const [first, second] = await flood(database)
    const { until } = await releaseTimes(deps, desk, { ids: [first!, second!], now })
    expect(await slotsOf(database, first!), 'while it can be undone').toBeGreaterThan(0)
    for (const id of [first!, second!]) await releaseHour(deps, id, until)
    expect(await slotsOf(database, first!)).toBe(0)
    expect(await undoRelease(deps, desk, { until, now: until })).toEqual({ restored: 0 })
    expect((await book(database, 50)).state, 'a release makes no room for others').toBe('requested')
    await confirm(database, first!)
    expect(await find(database, first!)).toMatchObject({ state: 'confirmed', heldBack: null })
    expect(await slotsOf(database, first!)).toBeGreaterThan(0)
  })
})

test.skipIf(isAskedOnSqliteAlone)('where it was booked is forgotten after a week', async () => {
  const database = await openTestDatabase()
  const { id } = await book(database, 0)
  await forgetNetworks({ database }, now + 6 * 86_400_000)
  expect((await find(database, id)).network).toBe('home')
  await forgetNetworks({ database }, now + 8 * 86_400_000)
  expect((await find(database, id)).network).toBeNull()
})
