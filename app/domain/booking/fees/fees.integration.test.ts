import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { cancelAppointment, undoCancellation, undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import { eraseAppointment } from '#app/domain/booking/erase-person.server.ts'
import { findUnbalanced, readBalances } from '#app/domain/ledger/ledger.server.ts'
import { forgetCard } from '#app/domain/payments/cards.server.ts'
import { openCheckout } from '#app/domain/payments/open-checkout.server.ts'
import { refundByStaff } from '#app/domain/payments/refund-by-staff.server.ts'
import { watchPayments } from '#app/domain/payments/watch.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'

import { at, bookingDeps, bookTestAppointment } from '#tests/support/booking.ts'
import { keepCard, payingDeps, runPaymentJobs } from '#tests/support/paying.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { feeSubject } from './fee.ts'
import { findFee, findUnpaidFee, waiveFee } from './fees.server.ts'
import { forgetCards } from './forget-cards.server.ts'
import { startPayingFee } from './pay-fee.server.ts'

const staff = { who: 'account-1', from: '192.0.2.7', scope: 'everything' as const, mayRefund: true }
const minute = 60_000
const day = 24 * 60 * minute
const early = at('2026-05-05T09:00')
/** Less than a day before. */
const late = at('2026-05-07T09:00')
const after = at('2026-05-07T12:00')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** An appointment on May 7 at 10, with a card that is kept for $40. */
async function start() {
  const database = await openTestDatabase()
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const paying = payingDeps(database, { secretKey, webhookSecret, url: server.origin })
  const deps = bookingDeps(database)
  const booked = await bookTestAppointment(database, { start: '2026-05-07T10:00' })
  if (!booked.ok) throw new Error(booked.reason)
  const { id } = booked.appointment
  const cardId = await keepCard(paying, server, { subject: `appointment:${id}`, mostCents: 4_000, now: early })
  const { db } = database

  /** As the recurring job, at that time. */
  async function work(now: number) {
    vi.setSystemTime(now)
    await watchPayments(paying, now)
    await forgetCards(paying, now)
    await runPaymentJobs(paying)
  }
  const mark = (from: 'confirmed' | 'no-show', to: 'no-show' | 'confirmed' | 'completed', now = after, more = {}) =>
    recordAttendance(deps, staff, { id, from, to, now, ...more })
  const fee = () => findFee(db, id)
  const taken = () => [...server.payments.values()].map(({ amount, refunded }) => amount - refunded)
  const emails = async () =>
    (await db.selectFrom('emails').select('kind').execute())
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('fee'))
  const balances = async () => Object.fromEntries(await readBalances(db))
  const isKept = async () => {
    const card = await db.selectFrom('savedCards').selectAll().where('id', '=', cardId).executeTakeFirstOrThrow()
    expect([...server.customers.values()].every(({ isDeleted }) => isDeleted === (card.forgottenAt !== null))).toBe(
      true,
    )
    return card.forgottenAt === null
  }
  onTestFinished(async () => {
    expect(await findUnbalanced(db)).toEqual([])
  })
  return { database, server, paying, deps, id, work, mark, fee, taken, emails, balances, isKept }
}

test('a visit that was missed is charged once to the card, after the time for Undo', async () => {
  const { work, mark, fee, taken, emails, balances } = await start()
  await mark('confirmed', 'no-show')
  expect(await fee()).toMatchObject({ state: 'due', amountCents: 4_000, chargeAt: after + undoOfferMs, isTried: false })
  await work(after + undoOfferMs - 1)
  expect(taken()).toEqual([])
  for (const later of [undoOfferMs, 5 * minute, day]) await work(after + later)
  expect(taken()).toEqual([4_000])
  expect(await fee()).toMatchObject({ state: 'paid', receiptNumber: 1 })
  expect(await emails()).toEqual(['fee-paid'])
  expect(await balances()).toEqual({ provider: 4_000, receivable: 0, 'cancellation-fees': -4_000 })
})

test('a late cancellation by the patient is charged; one in time or by the clinic is not, and the card is forgotten', async () => {
  const patientLate = await start()
  await cancelAppointment(patientLate.deps, 'patient', { id: patientLate.id, now: late })
  await patientLate.work(late + undoMs - 1)
  expect(patientLate.taken()).toEqual([])
  await patientLate.work(late + undoMs)
  expect(patientLate.taken()).toEqual([4_000])
  expect(await patientLate.isKept()).toBe(true)
  for (const [by, now] of [
    ['patient', early],
    [staff, late],
  ] as const) {
    const inTime = await start()
    await cancelAppointment(inTime.deps, by, { id: inTime.id, now })
    await inTime.work(now + undoMs - 1)
    expect(await inTime.isKept()).toBe(true)
    await inTime.work(now + undoMs)
    expect(inTime.taken()).toEqual([])
    expect(await inTime.isKept()).toBe(false)
  }
})

test('what is undone in time is not charged, and what is undone later goes back', async () => {
  const { deps, id, work, mark, fee, taken, emails, balances } = await start()
  await cancelAppointment(deps, 'patient', { id, now: late })
  await undoCancellation(deps, 'patient', { id, now: late + minute })
  await work(late + undoMs)
  expect([taken(), await fee()]).toEqual([[], undefined])
  await mark('confirmed', 'no-show')
  await work(after + minute)
  expect(taken()).toEqual([4_000])
  await mark('no-show', 'completed', after + day)
  await work(after + day + minute)
  expect(taken()).toEqual([0])
  expect(await fee()).toMatchObject({ state: 'refunded' })
  expect(await emails()).toEqual(['fee-paid', 'fee-refunded'])
  expect(await balances()).toEqual({ provider: 0, receivable: 0, 'cancellation-fees': 0 })
})

test('a visit that is marked as missed again is a fee of its own', async () => {
  const { work, mark, taken, fee } = await start()
  await mark('confirmed', 'no-show')
  await mark('no-show', 'confirmed', after + 1_000)
  await mark('confirmed', 'no-show', after + 2_000)
  await work(after + minute)
  expect(taken()).toEqual([4_000])
  await mark('no-show', 'confirmed', after + 2 * minute)
  await work(after + 3 * minute)
  await mark('confirmed', 'no-show', after + 4 * minute)
  await work(after + 5 * minute)
  expect(taken()).toEqual([0, 4_000])
  expect(await fee()).toMatchObject({ state: 'paid', receiptNumber: 2 })
})

test('staff waive a fee when they mark the visit or before it is charged, and refund it afterwards', async () => {
  const marked = await start()
  await marked.mark('confirmed', 'no-show', after, { withoutFee: true })
  expect(await marked.fee()).toBeUndefined()
  const { database, paying, deps, id, mark, work, taken, fee, balances } = await start()
  await mark('confirmed', 'no-show')
  expect(await waiveFee(deps, staff, { id: 'other', now: after })).toEqual({ ok: false, reason: 'not-found' })
  expect(await waiveFee(deps, staff, { id, now: after })).toEqual({ ok: true })
  expect(await waiveFee(deps, staff, { id, now: after })).toEqual({ ok: false, reason: 'no-fee' })
  await work(after + minute)
  expect(taken()).toEqual([])
  await mark('no-show', 'confirmed', after + minute)
  await mark('confirmed', 'no-show', after + minute)
  await work(after + 2 * minute)
  expect(await waiveFee(deps, staff, { id, now: after })).toEqual({ ok: false, reason: 'no-fee' })
  const { paymentId } = (await fee())!
  const refund = { paymentId, key: randomUUID(), amountCents: 1_500, seenCents: 0, now: after + 2 * minute }
  expect(await refundByStaff(paying, staff, refund)).toMatchObject({ ok: true })
  await work(after + 3 * minute)
  expect(taken()).toEqual([2_500])
  expect(await fee()).toMatchObject({ state: 'paid' })
  expect(await balances()).toEqual({ provider: 2_500, receivable: 0, 'cancellation-fees': -2_500 })
  const acts = await database.db.selectFrom('auditEntries').select('act').where('act', 'like', '%fee%').execute()
  expect(acts).toEqual([{ act: 'appointment.fee-waived' }])
})

test('a fee that is charged while it is undone goes back, and cannot be waived meanwhile', async () => {
  const { server, deps, id, work, mark, taken, fee, emails } = await start()
  await mark('confirmed', 'no-show')
  // It is done there, and the answers are lost.
  server.state.faults = ['drop', 'drop']
  await work(after + minute)
  expect(taken()).toEqual([4_000])
  expect(await waiveFee(deps, staff, { id, now: after + minute })).toEqual({ ok: false, reason: 'being-charged' })
  await mark('no-show', 'completed', after + 2 * minute)
  await work(after + 5 * minute)
  await work(after + 15 * minute)
  expect(taken()).toEqual([0])
  expect([await fee(), await emails()]).toEqual([undefined, []])
})

test('a provider that is down for two days is asked until it answers, and charges once', async () => {
  const { server, work, mark, taken, fee } = await start()
  await mark('confirmed', 'no-show')
  server.state.faults = ['drop', 'drop']
  await work(after + minute)
  server.state.fault = () => 503
  for (const hours of [1, 12, 47]) await work(after + hours * 60 * minute)
  expect(await fee()).toMatchObject({ state: 'due', isTried: true })
  server.state.fault = undefined
  server.forgetKeys()
  await work(after + 2 * day)
  expect(taken()).toEqual([4_000])
  expect(await fee()).toMatchObject({ state: 'paid' })
})

test('a declined fee is paid online instead, once', async () => {
  const { database, server, paying, id, work, mark, taken, fee, emails, balances } = await start()
  const pay = () =>
    startPayingFee(paying, { id, origin: 'http://clinic.test', label: 'Cancellation fee', now: Date.now() })
  expect(await pay()).toEqual({ ok: false, reason: 'no-fee' })
  server.state.declines = 'insufficient_funds'
  await mark('confirmed', 'no-show')
  await work(after + minute)
  server.state.declines = undefined
  await work(after + day)
  expect([taken(), await fee(), await emails()]).toMatchObject([
    [],
    { state: 'declined', isByBank: true, failure: 'bank: insufficient_funds' },
    ['fee-declined'],
  ])
  expect(await findUnpaidFee(database.db, await findAppointment(database.db, id))).toMatchObject({ amountCents: 4_000 })
  const [one, other] = await Promise.all([pay(), pay()])
  expect(one).toMatchObject({ ok: true, url: other.ok && other.url })
  server.pay(server.newest()!.id)
  await work(after + day + 5 * minute)
  expect([taken(), await fee(), await emails()]).toMatchObject([
    [4_000],
    { state: 'paid' },
    ['fee-declined', 'fee-paid'],
  ])
  expect(await pay()).toEqual({ ok: false, reason: 'no-fee' })
  expect(await balances()).toEqual({ provider: 4_000, receivable: 0, 'cancellation-fees': -4_000 })
})

test('a fee that could not be charged otherwise is no refusal of the bank, and its reason is kept', async () => {
  const { server, work, mark, fee } = await start()
  server.state.fails = 'card_velocity_exceeded'
  await mark('confirmed', 'no-show')
  await work(after + minute)
  expect(await fee()).toMatchObject({ state: 'declined', isByBank: false, failure: 'code-card_velocity_exceeded' })
})

test('a declined fee that is waived or undone ends its checkout, and what was paid in that moment goes back', async () => {
  const { server, paying, deps, id, work, mark, taken, fee } = await start()
  server.state.declines = 'card_declined'
  await mark('confirmed', 'no-show')
  await work(after + minute)
  await startPayingFee(paying, { id, origin: 'http://clinic.test', label: 'Cancellation fee', now: Date.now() })
  expect(await waiveFee(deps, staff, { id, now: after + 2 * minute })).toEqual({ ok: true })
  server.pay(server.newest()!.id)
  await work(after + 5 * minute)
  await work(after + 15 * minute)
  expect([taken(), await fee()]).toEqual([[0], undefined])
})

test('a card is forgotten two weeks after the visit, and at once when its patient is erased', async () => {
  const came = await start()
  await came.mark('confirmed', 'completed')
  await came.work(at('2026-05-21T10:59'))
  expect(await came.isKept()).toBe(true)
  came.server.state.faults = [503, 503]
  await came.work(at('2026-05-21T11:00'))
  expect(await came.isKept()).toBe(true)
  await came.work(at('2026-05-21T11:05'))
  expect(await came.isKept()).toBe(false)
  const erased = await start()
  await erased.mark('confirmed', 'no-show')
  await erased.database.transaction((tx) => eraseAppointment(erased.deps, tx, erased.id, after + 1))
  await erased.work(after + minute)
  expect([await erased.isKept(), erased.taken(), await erased.emails()]).toEqual([false, [], []])
})

test('a card that is saved for what is not wanted any more is forgotten at once', async () => {
  const { database, server, paying, id, work } = await start()
  const subject = feeSubject(id)
  const now = Date.now()
  const findDue = async () => ({ ok: true, subject, amountCents: 4_000, purpose: 'card' }) as const
  const opened = await openCheckout(paying, {
    findDue,
    label: () => 'Your card is kept.',
    origin: 'http://clinic.test',
    now,
  })
  expect(opened).toMatchObject({ ok: true })
  const session = server.newest()!
  expect(session).toMatchObject({ isSetup: true, label: 'Your card is kept.' })
  server.pay(session.id)
  await work(now + 3 * minute)
  const cards = await database.db.selectFrom('savedCards').selectAll().where('subject', '=', subject).execute()
  expect(cards).toMatchObject([{ mostCents: 4_000, savedAt: now + 3 * minute, forgottenAt: now + 3 * minute }])
})

test('nobody is told of a fee whose appointment is gone, and a card that is gone need not be forgotten', async () => {
  const { database, paying, emails } = await start()
  const declined = { subject: feeSubject('gone'), id: 'p1' } as Parameters<typeof paying.payables.fee.use>[1]
  const noted = await database.transaction(async (tx) => paying.payables.fee.noteDeclined?.(tx, declined, after))
  expect([noted, await emails()]).toEqual([false, []])
  expect(await forgetCard(paying, 'gone', after)).toBe(true)
})
