import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { answerRequest } from '#app/domain/booking/answer.server.ts'
import { updateAppointment } from '#app/domain/booking/appointments.server.ts'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { cancelAppointment, undoCancellation, undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { moveAppointment } from '#app/domain/booking/move-appointment.server.ts'
import { bookPlan } from '#app/domain/booking/plans/book-plan.server.ts'
import { movePlan, proposeMove } from '#app/domain/booking/plans/move-plan.server.ts'
import { findPlan } from '#app/domain/booking/plans/plans.server.ts'
import { undoAnswer } from '#app/domain/booking/undo-answer.server.ts'
import { findUnbalanced } from '#app/domain/ledger/ledger.server.ts'
import { refundByStaff } from '#app/domain/payments/refund-by-staff.server.ts'
import { listWaitingRefunds, sendWaitingRefunds } from '#app/domain/payments/waiting-refunds.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { at, dayOne } from '#tests/support/booking.ts'
import { openPaidBookings, paidStart, type Payment } from '#tests/support/held-bookings.ts'
import { findBooked } from './booking-receipts.server.ts'
import { findDue, payWithinMs, toShownDue } from './pay-ahead.ts'
import { foreseeRefund } from './refund-booking.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7', scope: 'everything' as const, mayRefund: true }
/** Who may not give money back. */
const desk = { ...admin, who: 'account-2', mayRefund: false }
const minute = 60_000
const late = paidStart - 60 * minute

const deposit: Payment = { payAhead: 'deposit', payAheadAmount: 5_000, cancelFee: 2_000, taxRate: 0 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: dayOne }))
afterEach(() => void vi.useRealTimers())

describe('an appointment', () => {
  test('whose money staff sent back is paid with it no more, and the return of another payment changes nothing', async () => {
    const { database, deps, bookHeld, pay, find, listPayments } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await pay({ id })
    const [payment] = await listPayments()
    const paid = { ...withoutNulls(payment!), purpose: 'pay' as const }
    await database.transaction((tx) => deps.payables.appointment.release(tx, { ...paid, id: 'other' }))
    expect(await find(id)).toMatchObject({ paidWith: payment!.id })
    const refund = { paymentId: payment!.id, key: 'a', amountCents: 5_000, seenCents: 0, now: Date.now() }
    expect(await refundByStaff(deps, admin, refund)).toMatchObject({ ok: true, leftCents: 0 })
    expect(await find(id)).toMatchObject({ paidWith: null })
  })

  test('is held until it is paid, then confirmed with its receipt, and only then the clinic hears of it', async () => {
    const { server, bookHeld, begin, check, find, listPayments, emails, balances } = await openPaidBookings(deposit)
    const id = await bookHeld()
    expect(await begin({ id: 'gone' })).toEqual({ ok: false, reason: 'not-found' })
    expect(await find(id)).toMatchObject({ state: 'requested', payBy: dayOne + payWithinMs, payCents: 5_000 })
    expect(await emails()).toEqual(['booking-payment to-pay'])
    const [one, other] = await Promise.all([begin({ id }), begin({ id })])
    expect(one).toMatchObject({ ok: true })
    expect(one).toEqual(other)
    const session = server.newest()!
    expect(session).toMatchObject({ amount: 5_000, label: 'Payment for a booking' })
    await check()
    expect((await find(id)).state).toBe('requested')
    server.pay(session.id)
    await Promise.all([check(), check()])
    const [payment] = await listPayments()
    expect(payment).toMatchObject({ state: 'paid', receiptNumber: 1, subject: `appointment:${id}` })
    expect(await find(id)).toMatchObject({ state: 'confirmed', payBy: null, paidWith: payment!.id })
    expect(await emails()).toEqual([
      'appointment booked',
      'appointment-notice booked',
      'booking-payment paid',
      'booking-payment to-pay',
    ])
    expect(await balances()).toEqual({ provider: 5_000, prepaid: -5_000 })
    expect(await begin({ id })).toEqual({ ok: false, reason: 'over' })
  })

  test('that the clinic confirms is a request once it is paid; declined, all of it goes back unless that is undone', async () => {
    const { deps, bookHeld, pay, find, refunds, wait, balances } = await openPaidBookings(deposit)
    const id = await bookHeld({ serviceId: 'panchakarma' })
    await pay({ id })
    expect(await find(id)).toMatchObject({ state: 'requested', payBy: null })
    const decline = async () => answerRequest(deps, admin, { id, answer: 'declined', now: Date.now() })
    const declined = await decline()
    if (!declined.ok) throw new Error(declined.reason)
    expect(await refunds()).toMatchObject([{ amountCents: 5_000, reason: 'canceled', state: 'asked' }])
    const undo = { id, answer: 'declined', revision: declined.revision } as const
    expect(await undoAnswer(deps, admin, undo)).toMatchObject({ ok: true })
    expect(await refunds()).toEqual([])
    await decline()
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ state: 'done' }])
    expect(await balances()).toEqual({})
  })

  test('canceled or declined by somebody who may not refund, leaves its money to a manager; Undo withdraws that', async () => {
    const { deps, bookHeld, pay, refunds, wait, balances } = await openPaidBookings(deposit)
    const waiting = async () => listWaitingRefunds(deps.database.db)
    const id = await bookHeld()
    await pay({ id })
    const requested = await bookHeld({ serviceId: 'panchakarma', startsAt: paidStart + 90 * minute })
    await pay({ id: requested })
    expect(await cancelAppointment(deps, desk, { id, now: Date.now() })).toEqual({ ok: true, canceled: 1 })
    expect(await waiting()).toMatchObject([{ subject: `appointment:${id}`, amountCents: 5_000 }])
    await undoCancellation(deps, desk, { id, now: Date.now() })
    expect(await waiting()).toEqual([])
    await cancelAppointment(deps, desk, { id, now: Date.now() })
    await answerRequest(deps, desk, { id: requested, answer: 'declined', now: Date.now() })
    await wait(6 * minute)
    const both = [id, requested].map((one) => `appointment:${one}`).toSorted()
    expect((await waiting()).map(({ subject }) => String(subject)).toSorted()).toEqual(both)
    expect(await refunds()).toMatchObject([{ state: 'asked' }, { state: 'asked' }])
    expect(await balances(), 'nothing was sent').toEqual({ provider: 10_000, prepaid: -10_000 })
    for (const { paymentId } of await waiting()) expect(await sendWaitingRefunds(deps, admin, paymentId)).toBe(true)
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect([await waiting(), await balances()]).toEqual([[], {}])
  })

  test('keeps what its receipt says, and earns with the same sales tax, whatever is moved or published since', async () => {
    const { deps, state, bookHeld, pay, find, listPayments, balances } = await openPaidBookings({
      ...deposit,
      taxRate: 10_000,
    })
    const id = await bookHeld()
    state.payment = { ...state.payment, taxRate: 7_000 }
    await pay({ id })
    const [payment] = await listPayments()
    const says = () => findBooked({ ...deps, db: deps.database.db }, { id, planId: undefined }, payment!.id)
    const issued = { startsAt: paidStart, days: 1, taxRates: [10_000] }
    expect(await says()).toEqual(issued)
    state.payment = { ...state.payment, taxRate: 4_000 }
    const elsewhere = { id, startsAt: paidStart + 90 * minute, now: Date.now() }
    expect(await moveAppointment(deps, 'patient', elsewhere)).toMatchObject({ ok: true })
    expect(await says()).toEqual(issued)
    vi.setSystemTime((await find(id)).startsAt)
    const visit = { id, from: 'confirmed', to: 'completed', now: Date.now() } as const
    expect(await recordAttendance(deps, admin, visit)).toEqual({ ok: true })
    expect(await balances()).toEqual({ provider: 5_000, 'service-sales': -4_545, 'sales-tax': -455 })
  })

  test('that is not paid in time ends, its time is free, and the patient is told', async () => {
    const { bookHeld, begin, find, emails, wait, slots, listPayments, book, server, check } =
      await openPaidBookings(deposit)
    const id = await bookHeld()
    await begin({ id })
    await wait(payWithinMs - minute)
    expect((await find(id)).state).toBe('requested')
    await wait(2 * minute)
    expect(await find(id)).toMatchObject({ state: 'cancelled', cancelledFrom: null, paidWith: null })
    expect((await listPayments()).map(({ state }) => state)).toEqual(['ended'])
    expect(await slots()).toBe(0)
    expect(await emails()).toEqual(['booking-payment to-pay', 'booking-payment unpaid'])
    expect(await book()).toMatchObject({ ok: true })
    // Its checkout was ended, so it can't be paid.
    expect(server.sessions.values().next().value).toMatchObject({ status: 'expired' })
    await check()
  })

  test('that is paid right before its end is kept; one that was canceled meanwhile is refunded', async () => {
    const { deps, server, bookHeld, begin, find, wait, refunds, balances, work } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await begin({ id })
    server.pay(server.newest()!.id)
    await wait(payWithinMs + minute)
    expect((await find(id)).state).toBe('confirmed')
    const other = await bookHeld({ startsAt: at('2026-05-08T10:00') })
    await begin({ id: other })
    server.pay(server.newest()!.id)
    expect(await cancelAppointment(deps, 'patient', { id: other, now: Date.now() })).toEqual({ ok: true, canceled: 1 })
    await work()
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ amountCents: 5_000, reason: 'canceled', state: 'done' }])
    expect(await balances()).toEqual({ provider: 5_000, prepaid: -5_000 })
    expect(await findUnbalanced(deps.database.db)).toEqual([])
  })

  test('while the provider does not answer, nothing ends', async () => {
    const { server, bookHeld, begin, find, wait } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await begin({ id })
    server.state.fault = () => 503
    await wait(payWithinMs + minute)
    expect((await find(id)).state).toBe('requested')
    server.state.fault = undefined
    await wait(minute)
    expect((await find(id)).state).toBe('cancelled')
  })

  test('asks again when another amount was shown, and needs none without online payments', async () => {
    const { deps, state, book, draftFor } = await openPaidBookings(deposit)
    const shownDue = toShownDue(findDue(deps, { serviceId: 'general' }))
    state.payment = { ...deposit, payAheadAmount: 6_000 }
    expect(await book({ shownDue })).toEqual({ ok: false, reason: 'due-changed' })
    expect(await book({ shownDue: '' })).toEqual({ ok: false, reason: 'due-changed' })
    const off = { ...deps, payments: undefined }
    const request = { draft: await draftFor('general'), startsAt: paidStart, now: Date.now() }
    expect(await bookAppointment(off, request)).toMatchObject({ ok: true, appointment: { state: 'confirmed' } })
  })

  test('that staff accept unpaid needs no payment any more; one that was on its way is kept, also if that is undone', async () => {
    const { deps, server, bookHeld, begin, find, work, wait, refunds, emails, balances } =
      await openPaidBookings(deposit)
    const id = await bookHeld()
    await begin({ id })
    const accepted = await answerRequest(deps, admin, { id, answer: 'accepted', now: Date.now() })
    if (!accepted.ok) throw new Error(accepted.reason)
    server.pay(server.newest()!.id)
    await work()
    expect(await find(id)).toMatchObject({ state: 'confirmed', paidWith: expect.any(String), payBy: null })
    const undo = { id, answer: 'accepted', revision: accepted.revision } as const
    expect(await undoAnswer(deps, admin, undo)).toMatchObject({ ok: false, reason: 'changed-meanwhile' })
    await wait(payWithinMs + minute)
    expect(await find(id)).toMatchObject({ state: 'confirmed' })
    expect(await refunds()).toEqual([])
    expect(await balances()).toEqual({ provider: 5_000, prepaid: -5_000 })
    expect((await emails()).filter((email) => email === 'booking-payment paid')).toHaveLength(1)
    const other = await bookHeld({ startsAt: at('2026-05-08T10:00') })
    await begin({ id: other })
    await answerRequest(deps, admin, { id: other, answer: 'accepted', now: Date.now() })
    await work()
    expect(server.newest()).toMatchObject({ status: 'expired' })
  })
})

describe('canceling what was paid', () => {
  test.each([
    ['in time', 'patient', dayOne, { backCents: 5_000, feeCents: 0 }],
    ['late', 'patient', late, { backCents: 3_000, feeCents: 2_000 }],
    ['late by the clinic', admin, late, { backCents: 5_000, feeCents: 0 }],
  ] as const)('%s sends back what was foreseen, once it can no longer be undone', async (_, by, when, expected) => {
    const { deps, bookHeld, pay, find, refunds, wait, balances } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await pay({ id })
    vi.setSystemTime(when + 90 * minute * Number(when === dayOne))
    const { db } = deps.database
    const day = { ...(await find(id)), planId: undefined } as never
    expect(await foreseeRefund(db, [day], () => by === 'patient' && when === late)).toEqual(expected)
    const cancel = () => cancelAppointment(deps, by, { id, now: Date.now() })
    await cancel()
    expect(await undoCancellation(deps, by, { id, now: Date.now() })).toEqual({ ok: true })
    expect(await refunds()).toEqual([])
    expect(await balances()).toEqual({ provider: 5_000, prepaid: -5_000 })
    await cancel()
    await wait(undoMs - minute)
    expect(await refunds()).toMatchObject([{ state: 'asked' }])
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ amountCents: expected.backCents, state: 'done' }])
    const { feeCents } = expected
    expect(await balances()).toEqual(feeCents ? { provider: feeCents, 'cancellation-fees': -feeCents } : {})
  })

  test('late keeps no fee of a payment that the clinic learns of afterwards', async () => {
    const { deps, server, bookHeld, begin, find, work, refunds, wait, balances } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await begin({ id })
    server.pay(server.newest()!.id)
    server.state.fault = () => 503
    vi.setSystemTime(late)
    const day = { ...(await find(id)), planId: undefined } as never
    expect(await foreseeRefund(deps.database.db, [day], () => true)).toEqual({ backCents: 0, feeCents: 0 })
    expect(await cancelAppointment(deps, 'patient', { id, now: late })).toEqual({ ok: true, canceled: 1 })
    server.state.fault = undefined
    await work()
    await wait(6 * minute)
    expect(await find(id)).toMatchObject({ state: 'cancelled' })
    expect(await refunds()).toMatchObject([{ amountCents: 5_000, reason: 'canceled', state: 'done' }])
    expect(await balances()).toEqual({})
  })

  test('cannot be undone any more once money is on its way back, even by someone who pressed in time', async () => {
    const { deps, bookHeld, pay, find, refunds, wait, balances } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await pay({ id })
    vi.setSystemTime(late)
    await cancelAppointment(deps, 'patient', { id, now: late })
    await deps.database.db.updateTable('jobs').set({ runAt: late }).where('kind', '=', 'send-refund').execute()
    await wait(0)
    expect(await refunds()).toMatchObject([{ amountCents: 3_000, state: 'done' }])
    // One that is still to be sent.
    const { db } = deps.database
    const { paymentId } = await db.selectFrom('refunds').select('paymentId').executeTakeFirstOrThrow()
    const second = {
      id: 'second',
      paymentId,
      reason: 'canceled',
      amountCents: 1,
      state: 'asked',
      askedAt: late,
    } as const
    await db.insertInto('refunds').values(second).execute()
    expect(await undoCancellation(deps, 'patient', { id, now: late })).toEqual({ ok: false, reason: 'too-late' })
    expect(await refunds()).toMatchObject([{ state: 'done' }, { state: 'asked' }])
    expect(await find(id)).toMatchObject({ state: 'cancelled', cancelledLate: 1 })
    expect(await balances()).toEqual({ provider: 2_000, 'cancellation-fees': -2_000 })
  })

  test('erasing its patient sends it back too', async () => {
    const { deps, bookHeld, pay, refunds, wait, balances } = await openPaidBookings(deposit)
    const id = await bookHeld()
    await pay({ id })
    await deps.database.transaction((tx) => eraseAppointment(deps, tx, id, Date.now()))
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ amountCents: 5_000, state: 'done' }])
    expect(await balances()).toEqual({})
  })
})

describe('a plan', () => {
  const full: Payment = { payAhead: 'full', payAheadAmount: 70_001, cancelFee: 5_000, taxRate: 0 }

  async function openPlan() {
    const site = await openPaidBookings(full)
    const { deps, draftFor } = site
    const draft = await draftFor('panchakarma', 'panchakarma-7-days')
    // Without the Sunday.
    const days = [11, 12, 13, 14, 15, 16, 18].map((day) => ({
      startsAt: at(`2026-05-${day}T10:00`),
      personId: 'clinic',
    }))
    const shownDue = toShownDue(findDue(deps, { serviceId: 'panchakarma', templateId: 'panchakarma-7-days' }))
    return { ...site, bookIt: () => bookPlan(deps, { draft, days, now: Date.now(), shownDue }) }
  }

  test('is paid once for all of its days, and all of it goes back when all are canceled', async () => {
    const { deps, bookIt, pay, database, refunds, wait, balances, emails } = await openPlan()
    const booked = await bookIt()
    if (!booked.ok || !booked.planId) throw new Error(JSON.stringify(booked))
    const day = { id: booked.appointmentId, planId: booked.planId }
    const states = async () =>
      (await database.db.selectFrom('appointments').select(['state', 'payBy']).execute()).map(({ state }) => state)
    expect(new Set(await states())).toEqual(new Set(['requested']))
    await pay(day)
    expect(await balances()).toEqual({ provider: 70_001, prepaid: -70_001 })
    expect((await emails()).filter((kind) => kind.startsWith('appointment '))).toHaveLength(1)
    vi.setSystemTime(Date.now() + 90 * minute)
    await cancelAppointment(deps, 'patient', { id: day.id, now: Date.now() })
    expect(await refunds(), 'its money stays for another day').toEqual([])
    await cancelAppointment(deps, 'patient', { planId: day.planId, now: Date.now() })
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ amountCents: 70_001, state: 'done' }])
    expect(await balances()).toEqual({})
  })

  test('that is canceled by somebody who may not refund leaves its money to a manager', async () => {
    const { deps, bookIt, pay, database, refunds, wait, balances } = await openPlan()
    const booked = await bookIt()
    if (!booked.ok || !booked.planId) throw new Error(JSON.stringify(booked))
    const { planId, appointmentId: id } = booked
    await pay({ id, planId })
    expect(await cancelAppointment(deps, desk, { planId, now: Date.now() })).toMatchObject({ ok: true, canceled: 7 })
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ amountCents: 70_001, state: 'asked' }])
    expect(await listWaitingRefunds(database.db)).toMatchObject([{ subject: `plan:${planId}`, amountCents: 70_001 }])
    expect(await balances()).toEqual({ provider: 70_001, prepaid: -70_001 })
  })

  test('keeps what was paid when all of its days are moved', async () => {
    const { deps, bookIt, pay, database, refunds, balances } = await openPlan()
    const booked = await bookIt()
    if (!booked.ok || !booked.planId) throw new Error(JSON.stringify(booked))
    const { planId, appointmentId: id } = booked
    await pay({ id, planId })
    const from = Temporal.PlainDate.from('2026-05-25')
    const plan = (await findPlan(database.db, planId))!
    const { proposals, rest } = await proposeMove(deps, 'patient', plan, { from, now: Date.now() })
    const seen = rest.moving.map(({ startsAt }) => startsAt)
    const move = { planId, seen, days: proposals[0]!.days, now: Date.now() }
    expect(await movePlan(deps, 'patient', move)).toMatchObject({ ok: true })
    expect(await balances()).toEqual({ provider: 70_001, prepaid: -70_001 })
    expect(await refunds()).toEqual([])
  })

  test('has one receipt, whichever of its days are moved or leave it', async () => {
    const { deps, bookIt, pay, listPayments } = await openPlan()
    const booked = await bookIt()
    if (!booked.ok || !booked.planId) throw new Error(JSON.stringify(booked))
    const { planId, appointmentId: id } = booked
    await pay({ id, planId })
    const [payment] = await listPayments()
    const { db } = deps.database
    const last = await db.selectFrom('appointments').selectAll().where('planDay', '=', 7).executeTakeFirstOrThrow()
    const says = (day: string) => findBooked({ ...deps, db }, { id: day, planId }, payment!.id)
    const issued = { startsAt: at('2026-05-11T10:00'), days: 7, taxRates: [0, 0, 0, 0, 0, 0, 0] }
    expect(await says(id)).toEqual(issued)
    await deps.database.transaction((tx) => updateAppointment(tx, id, { planId: null, planDay: null }))
    expect(await says(last.id)).toEqual(issued)
  })

  test('ends as a whole when it is not paid', async () => {
    const { bookIt, wait, database, slots, emails } = await openPlan()
    await bookIt()
    await wait(payWithinMs + minute)
    const rows = await database.db.selectFrom('appointments').select('state').execute()
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'cancelled'))
    expect(await slots()).toBe(0)
    expect(await emails()).toEqual(['booking-payment to-pay', 'booking-payment unpaid'])
  })
})
