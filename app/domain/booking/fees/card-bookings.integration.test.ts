import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { cancelAppointment, undoCancellation, undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { exportAppointments } from '#app/domain/booking/export-person.server.ts'
import { findDue, payWithinMs, toShownDue } from '#app/domain/booking/money/pay-ahead.ts'
import { markPrepaid } from '#app/domain/booking/plans/prepaid.server.ts'
import { bookPlan } from '#app/domain/booking/plans/book-plan.server.ts'
import { findUnbalanced } from '#app/domain/ledger/ledger.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'

import { at, dayOne } from '#tests/support/booking.ts'
import { openPaidBookings, paidStart, type Payment } from '#tests/support/held-bookings.ts'
import { foreseeMissedFee } from './fees.server.ts'

const staff = { who: 'account-1', from: '192.0.2.7', scope: 'everything' as const }
const minute = 60_000
const late = paidStart - 60 * minute
const card: Payment = { payAhead: 'card', payAheadAmount: 0, cancelFee: 4_000, taxRate: 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: dayOne }))
afterEach(() => void vi.useRealTimers())

/** A clinic that keeps a card for everything that is booked. */
async function open() {
  const site = await openPaidBookings(card)
  const { database, server, bookHeld, pay } = site
  const cards = () =>
    database.db.selectFrom('savedCards').select(['subject', 'mostCents', 'forgottenAt']).orderBy('savedAt').execute()
  const taken = () => [...server.payments.values()].map(({ amount, refunded }) => amount - refunded)
  /** With a card. */
  async function bookWithCard(wish: Parameters<typeof bookHeld>[0] = {}) {
    const id = await bookHeld(wish)
    await pay({ id })
    return id
  }
  return { ...site, cards, taken, bookWithCard }
}

describe('an appointment', () => {
  test('is held until a card is kept, then confirmed, without a receipt and without a line in the ledger', async () => {
    const { server, bookHeld, begin, check, find, listPayments, emails, balances, cards } = await open()
    const id = await bookHeld()
    expect(await find(id)).toMatchObject({
      state: 'requested',
      payBy: dayOne + payWithinMs,
      payCents: null,
      cancelFee: 4_000,
    })
    expect(await emails()).toEqual(['booking-payment to-pay'])
    const [one, other] = await Promise.all([begin({ id }), begin({ id })])
    expect(one).toMatchObject({ ok: true })
    expect(one).toEqual(other)
    const session = server.newest()!
    expect(session).toMatchObject({ isSetup: true, label: 'A card for a booking' })
    await check()
    expect((await find(id)).state).toBe('requested')
    server.pay(session.id)
    await Promise.all([check(), check()])
    expect(await find(id)).toMatchObject({ state: 'confirmed', payBy: null, paidWith: null })
    expect(await listPayments()).toMatchObject([{ state: 'saved', purpose: 'card', receiptNumber: null }])
    expect(await cards()).toEqual([{ subject: `appointment:${id}`, mostCents: 4_000, forgottenAt: null }])
    expect(await emails()).toEqual(['appointment booked', 'appointment-notice booked', 'booking-payment to-pay'])
    expect(await balances()).toEqual({})
    expect(await begin({ id })).toEqual({ ok: false, reason: 'over' })
  })

  test('that the clinic confirms is a request once a card is kept; declined, the card is forgotten', async () => {
    const { deps, bookWithCard, find, wait, cards, taken } = await open()
    const id = await bookWithCard({ serviceId: 'panchakarma' })
    expect(await find(id)).toMatchObject({ state: 'requested', payBy: null })
    expect(await answerRequest(deps, staff, { id, answer: 'declined', now: Date.now() })).toMatchObject({ ok: true })
    await wait(5 * minute)
    await wait(undoOfferMs)
    expect([(await cards())[0]?.forgottenAt, taken()]).toEqual([Date.now(), []])
  })

  test('that was declined has its card back if that is undone while Undo is offered', async () => {
    const { deps, bookWithCard, find, wait, cards } = await open()
    const id = await bookWithCard({ serviceId: 'panchakarma' })
    const declined = await answerRequest(deps, staff, { id, answer: 'declined', now: Date.now() })
    if (!declined.ok) throw new Error(declined.reason)
    await wait(undoOfferMs - 1_000)
    expect((await cards())[0]?.forgottenAt).toBeNull()
    const undo = { id, answer: 'declined', revision: declined.revision } as const
    expect(await undoAnswer(deps, staff, undo)).toMatchObject({ ok: true })
    await wait(5 * minute)
    await wait(5 * minute)
    expect([(await cards())[0]?.forgottenAt, (await find(id)).state]).toEqual([null, 'requested'])
  })

  test('for which no card is given ends, its time is free, and the patient is told', async () => {
    const { bookHeld, begin, find, emails, wait, slots, listPayments, server, book, cards } = await open()
    const id = await bookHeld()
    await begin({ id })
    await wait(payWithinMs + minute)
    expect(await find(id)).toMatchObject({ state: 'cancelled', cancelledFrom: null })
    expect((await listPayments()).map(({ state }) => state)).toEqual(['ended'])
    expect(server.sessions.values().next().value).toMatchObject({ status: 'expired' })
    expect([await slots(), await cards()]).toEqual([0, []])
    expect(await emails()).toEqual(['booking-payment to-pay', 'booking-payment unpaid'])
    expect(await book()).toMatchObject({ ok: true })
  })

  test('whose answers from the provider were lost has one checkout and keeps its card', async () => {
    const { server, bookHeld, begin, find, wait, cards } = await open()
    const id = await bookHeld()
    server.state.faults = ['drop', 'drop', 'drop']
    expect(await begin({ id })).toEqual({ ok: false, reason: 'busy' })
    server.state.faults = []
    expect(await begin({ id })).toMatchObject({ ok: true })
    expect(server.sessions.size).toBe(1)
    server.pay(server.newest()!.id)
    // Neither a webhook nor the patient comes, and at its end the provider does not answer.
    server.state.fault = () => 503
    await wait(payWithinMs + minute)
    expect((await find(id)).state).toBe('requested')
    server.state.fault = undefined
    await wait(3 * minute)
    expect((await find(id)).state).toBe('confirmed')
    expect(await cards()).toMatchObject([{ forgottenAt: null }])
  })

  test('that was canceled or accepted meanwhile needs no card, and one that is given is forgotten', async () => {
    const { deps, server, bookHeld, begin, find, wait, cards, taken } = await open()
    const id = await bookHeld()
    await begin({ id })
    server.pay(server.newest()!.id)
    await cancelAppointment(deps, 'patient', { id, now: Date.now() })
    const other = await bookHeld({ startsAt: at('2026-05-08T10:00') })
    await begin({ id: other })
    server.pay(server.newest()!.id)
    await answerRequest(deps, staff, { id: other, answer: 'accepted', now: Date.now() })
    await wait(6 * minute)
    expect([(await find(id)).state, (await find(other)).state]).toEqual(['cancelled', 'confirmed'])
    const [one, two] = await cards()
    expect([one?.forgottenAt, two?.forgottenAt]).toEqual([Date.now(), Date.now()])
    vi.setSystemTime(at('2026-05-08T09:00'))
    await cancelAppointment(deps, 'patient', { id: other, now: Date.now() })
    await wait(6 * minute)
    expect(taken()).toEqual([])
  })

  test('that was accepted without a card never costs one that is given, also if the provider does not answer', async () => {
    const { deps, server, bookHeld, begin, check, work, wait, cards, taken } = await open()
    const id = await bookHeld({ startsAt: at('2026-05-08T10:00') })
    await begin({ id })
    server.pay(server.newest()!.id)
    await answerRequest(deps, staff, { id, answer: 'accepted', now: Date.now() })
    await check()
    server.state.fault = () => 503
    await work()
    vi.setSystemTime(at('2026-05-08T09:00'))
    await cancelAppointment(deps, 'patient', { id, now: Date.now() })
    server.state.fault = undefined
    await wait(6 * minute)
    expect([taken(), await cards()]).toMatchObject([[], [{ forgottenAt: Date.now() }]])
  })

  test('that is canceled late is charged once, after the time for Undo; in time, its card is forgotten', async () => {
    const { deps, bookWithCard, wait, taken, balances, cards, emails } = await open()
    const id = await bookWithCard()
    const inTime = await bookWithCard({ startsAt: at('2026-05-08T10:00') })
    const cancel = (appointment: string) => cancelAppointment(deps, 'patient', { id: appointment, now: Date.now() })
    await cancel(inTime)
    await wait(undoMs + minute)
    expect((await cards()).map(({ forgottenAt }) => forgottenAt !== null)).toEqual([false, true])
    vi.setSystemTime(late)
    await cancel(id)
    await undoCancellation(deps, 'patient', { id, now: Date.now() })
    await wait(undoMs + minute)
    expect(taken()).toEqual([])
    await cancel(id)
    await wait(undoMs - minute)
    expect(taken()).toEqual([])
    for (const minutes of [2, 5, 60]) await wait(minutes * minute)
    expect(taken()).toEqual([4_000])
    expect(await balances()).toEqual({ provider: 4_000, 'cancellation-fees': -4_000 })
    expect((await emails()).filter((kind) => kind.startsWith('fee'))).toEqual(['fee-paid undefined'])
    expect(await findUnbalanced(deps.database.db)).toEqual([])
    const { patientId } = await deps.database.db
      .selectFrom('appointments')
      .select('patientId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const subject = { recordIds: [patientId!], appointmentIds: 'all', emails: [], addresses: [], isNamed: () => true }
    const { items } = await exportAppointments({ ...deps, db: deps.database.db }, subject as never)
    expect(items.find(({ cancellationFee }) => cancellationFee)).toMatchObject({
      canceledLate: true,
      cancellationFee: [{ amount: '$40.00', status: 'paid', payments: [{ paid: '$40.00', receiptNumber: 1 }] }],
    })
  })

  test('of a patient who was erased is charged nothing, and its card is forgotten', async () => {
    const { deps, bookWithCard, wait, taken, cards } = await open()
    const id = await bookWithCard()
    vi.setSystemTime(late)
    await deps.database.transaction((tx) => eraseAppointment(deps, tx, id, Date.now()))
    await wait(6 * minute)
    expect([taken(), (await cards())[0]?.forgottenAt]).toEqual([[], Date.now()])
  })
})

/** A plan of seven days with a card that is kept for $40. */
async function openPlan() {
  const clinic = await open()
  const { deps, database, draftFor, pay, cards } = clinic
  const draft = await draftFor('panchakarma', 'panchakarma-7-days')
  // Without the Sunday.
  const days = [11, 12, 13, 14, 15, 16, 18].map((day) => ({
    startsAt: at(`2026-05-${day}T10:00`),
    personId: 'clinic',
  }))
  const shownDue = toShownDue(findDue(deps, { serviceId: 'panchakarma', templateId: 'panchakarma-7-days' }))
  const booked = await bookPlan(deps, { draft, days, now: Date.now(), shownDue })
  if (!booked.ok || !booked.planId) throw new Error(JSON.stringify(booked))
  await pay({ id: booked.appointmentId, planId: booked.planId })
  expect(await cards()).toEqual([{ subject: `plan:${booked.planId}`, mostCents: 4_000, forgottenAt: null }])
  const rows = await database.db.selectFrom('appointments').select(['id', 'payBy']).orderBy('startsAt').execute()
  expect(new Set(rows.map(({ payBy }) => payBy))).toEqual(new Set([null]))
  for (const { id } of rows) await answerRequest(deps, staff, { id, answer: 'accepted', now: Date.now() })
  return { ...clinic, planId: booked.planId, ids: rows.map(({ id }) => id) }
}

test('a plan has one card for all of its days, and each that is missed or canceled late costs its fee', async () => {
  const { deps, wait, cards, taken, listPayments, ids } = await openPlan()
  const [missed, canceled, inTime] = ids
  vi.setSystemTime(at('2026-05-11T12:00'))
  await cancelAppointment(deps, 'patient', { id: inTime!, now: Date.now() })
  await recordAttendance(deps, staff, { id: missed!, from: 'confirmed', to: 'no-show', now: Date.now() })
  await cancelAppointment(deps, 'patient', { id: canceled!, now: Date.now() })
  await wait(undoMs + minute)
  expect(taken()).toEqual([4_000, 4_000])
  expect((await listPayments()).map(({ purpose }) => purpose).toSorted()).toEqual(['card', 'charge', 'charge'])
  expect(await cards()).toMatchObject([{ forgottenAt: null }])
})

test.each([
  ['a fee above it', 14_000, [2_000]],
  ['a fee below it', 42_000, []],
])('a missed day that was paid at the desk costs the fee or its share, never both: %s', async (_, cents, charged) => {
  const { deps, database, wait, taken, planId, ids } = await openPlan()
  const [missed = ''] = ids
  await markPrepaid(deps, staff, { id: planId, money: { key: 'one', cents }, now: Date.now() })
  vi.setSystemTime(at('2026-05-11T12:00'))
  const foresee = async () => {
    const day = (await findAppointment(database.db, missed))!
    return foreseeMissedFee(database.db, day, { mostCents: 4_000 })
  }
  expect(await foresee()).toBe(charged[0] ?? 0)
  const mark = (from: 'confirmed' | 'completed', to: 'completed' | 'no-show') =>
    recordAttendance(deps, staff, { id: missed, from, to, now: Date.now() })
  // Also if it counted as given first.
  await mark('confirmed', 'completed')
  expect(await foresee()).toBe(charged[0] ?? 0)
  await mark('completed', 'no-show')
  await wait(undoMs + minute)
  expect(taken()).toEqual(charged)
})
