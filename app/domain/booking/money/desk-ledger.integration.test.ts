import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { AppointmentState } from '#app/domain/booking/appointment.ts'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { updateAppointment } from '#app/domain/booking/appointments.server.ts'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { makeRoomInPlan } from '#app/domain/booking/plans/add-day.server.ts'
import {
  listUnusedDeskMoney,
  markPrepaid,
  payBackPlan,
  unmarkPrepaid,
} from '#app/domain/booking/plans/prepaid.server.ts'
import { findUnbalanced, listPosted, readBalances } from '#app/domain/ledger/ledger.server.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { at, bookingDeps, bookTestAppointment } from '#tests/support/booking.ts'
import { makePlan } from '#tests/support/plans.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { findBookingMoney } from './desk-ledger.server.ts'
import { postAdvance } from './booking-ledger.server.ts'

const admin: ScopedActor = { who: 'account-1', from: '127.0.0.1', scope: 'everything' }
const now = at('2026-05-07T09:00')
const later = at('2026-05-07T16:30')

async function bookOne(database: Database, hour: string, n: number) {
  const booked = await bookTestAppointment(database, { start: `2026-05-07T${hour}`, n })
  if (!booked.ok) throw new Error(booked.reason)
  return booked.appointment.id
}

/** A plan of three days, and what staff do with it. */
async function plan(database: Database) {
  const days = [
    await bookOne(database, '10:00', 1),
    await bookOne(database, '12:00', 2),
    await bookOne(database, '14:00', 3),
  ]
  const id = await makePlan(database.db, days)
  const deps = bookingDeps(database)
  return {
    ...{ days, id, deps },
    pay: (cents: number, key = String(cents)) => markPrepaid(deps, admin, { id, money: { key, cents }, now }),
    payBack: (cents: number, key = String(cents)) => payBackPlan(deps, admin, { id, money: { key, cents }, now }),
    unmark: () => unmarkPrepaid(deps, admin, { id, now }),
    record: (index: number, from: AppointmentState, to: AppointmentState) =>
      recordAttendance(deps, admin, { id: days[index]!, from, to, now: later }),
    money: () => findBookingMoney(database.db, `plan:${id}`),
  }
}

const balances = async ({ db }: Database) =>
  Object.fromEntries([...(await readBalances(db))].filter(([, cents]) => cents !== 0))

const audit = async ({ db }: Database) =>
  (await db.selectFrom('auditEntries').select(['act', 'detail']).where('act', 'like', 'plan.%').execute()).map(
    ({ act, detail }) => `${act} ${detail ?? ''}`.trim(),
  )

test('a course paid at the desk is used up day by day, each undo gives back, and two presses are one payment', async () => {
  const database = await openTestDatabase()
  const { pay, record, money } = await plan(database)
  expect(await money()).toBeUndefined()
  expect(await pay(10_000, 'one form')).toEqual({ ok: true, isNew: true })
  expect(await pay(10_000, 'one form')).toEqual({ ok: true, isNew: false })
  expect(await balances(database)).toEqual({ desk: 10_000, prepaid: -10_000 })
  await record(0, 'confirmed', 'arrived')
  expect(await money()).toMatchObject({ used: 0, left: 10_000 })
  await record(0, 'arrived', 'completed')
  expect(await money()).toEqual({ paid: 10_000, used: 3_333, paidBack: 0, left: 6_667, deskLeft: 6_667 })
  await record(1, 'confirmed', 'no-show')
  expect(await money()).toMatchObject({ used: 6_666, left: 3_334 })
  await record(1, 'no-show', 'completed')
  expect(await money()).toMatchObject({ used: 6_666, left: 3_334 })
  await record(0, 'completed', 'confirmed')
  expect(await money()).toMatchObject({ used: 3_333, left: 6_667 })
  await record(2, 'confirmed', 'completed')
  await record(0, 'confirmed', 'completed')
  expect(await balances(database)).toEqual({ desk: 10_000, 'service-sales': -10_000 })
  expect(await pay(5_000)).toEqual({ ok: false, reason: 'over' })
  expect(await findUnbalanced(database.db)).toEqual([])
  expect(await audit(database)).toEqual(['plan.prepaid $100.00'])
})

test('money that was taken is taken off by who may refund, or right after a mistake; what is left at the end is listed', async () => {
  const database = await openTestDatabase()
  const { days, id, deps, pay, payBack } = await plan(database)
  const unmarkAt = (time: number, actor = admin) => unmarkPrepaid(deps, actor, { id, now: time })
  await pay(9_000)
  expect(await unmarkAt(later)).toEqual({ ok: false, reason: 'managers' })
  expect(await unmarkAt(now + 60_000)).toEqual({ ok: true, offCents: 9_000 })
  await pay(8_000)
  expect(await listUnusedDeskMoney(database.db)).toEqual([])
  await database.transaction(async (tx) => {
    for (const day of days) await updateAppointment(tx, day, { state: 'cancelled' })
  })
  expect(await listUnusedDeskMoney(database.db)).toEqual([{ id, at: now, amountCents: 8_000 }])
  await payBack(3_000)
  expect(await unmarkAt(later, { ...admin, mayRefund: true })).toEqual({ ok: true, offCents: 5_000 })
  expect(await listUnusedDeskMoney(database.db)).toEqual([])
})

test('a mark without an amount posts nothing, and a second payment in the middle is caught up with', async () => {
  const database = await openTestDatabase()
  const { id, deps, pay, record, money } = await plan(database)
  await markPrepaid(deps, admin, { id, now })
  expect(await money()).toBeUndefined()
  await record(0, 'confirmed', 'completed')
  expect(await balances(database)).toEqual({})
  expect(await pay(9_000)).toEqual({ ok: true, isNew: false })
  await record(1, 'confirmed', 'completed')
  expect(await money()).toMatchObject({ used: 6_000, left: 3_000 })
  expect(await audit(database)).toEqual(['plan.prepaid', 'plan.prepaid $90.00'])
})

test('taking the mark off takes off what no visit used, and what was paid online stays', async () => {
  const database = await openTestDatabase()
  const { id, pay, unmark, record, money } = await plan(database)
  await pay(70_000)
  expect(await unmark()).toEqual({ ok: true, offCents: 70_000 })
  expect(await balances(database)).toEqual({})
  expect(await unmark()).toEqual({ ok: true, offCents: 0 })
  await pay(6_000)
  await database.transaction((tx) => postAdvance(tx, { subject: `plan:${id}`, paymentId: 'p', cents: 3_000, now }))
  await record(0, 'confirmed', 'completed')
  expect(await unmark()).toEqual({ ok: true, offCents: 6_000 })
  expect(await money()).toMatchObject({ paid: 3_000, used: 3_000, left: 0, deskLeft: 0 })
  expect(await audit(database)).toEqual([
    'plan.prepaid $700.00',
    'plan.not-prepaid $700.00',
    'plan.prepaid $60.00',
    'plan.not-prepaid $60.00',
  ])
})

test('of a canceled plan what is left is paid back at the desk, once and no more than that', async () => {
  const database = await openTestDatabase()
  const { id, deps, pay, payBack, record, money } = await plan(database)
  await pay(10_000)
  await record(0, 'confirmed', 'completed')
  expect(await cancelAppointment(deps, admin, { planId: id, now })).toMatchObject({ ok: true, canceled: 2 })
  expect(await payBack(6_668)).toEqual({ ok: false, reason: 'too-much', leftCents: 6_667 })
  expect(await payBack(6_667, 'form')).toEqual({ ok: true })
  expect(await payBack(6_667, 'form')).toEqual({ ok: true })
  expect(await money()).toEqual({ paid: 10_000, used: 3_333, paidBack: 6_667, left: 0, deskLeft: 0 })
  expect(await balances(database)).toEqual({ desk: 3_333, 'service-sales': -3_333 })
  expect(await audit(database)).toEqual(['plan.prepaid $100.00', 'plan.paid-back $66.67'])
  expect(await payBackPlan(deps, admin, { id: 'none', money: { key: 'x', cents: 1 }, now })).toMatchObject({
    reason: 'not-found',
  })
})

test('the day that takes the turn of a missed one takes over its share', async () => {
  const database = await openTestDatabase()
  const { id, days, pay, record, money } = await plan(database)
  await pay(9_000)
  await record(0, 'confirmed', 'no-show')
  expect(await money()).toMatchObject({ used: 3_000, left: 6_000 })
  const instead = { planId: id, instead: days[0] }
  expect(await database.transaction((tx) => makeRoomInPlan({ database, tx }, 'everything', instead))).toMatchObject({
    ok: true,
  })
  expect(await money()).toMatchObject({ used: 0, left: 9_000 })
})

test('a missed appointment keeps its fee, one that came all of it with its tax, in the transaction of the outcome', async () => {
  const database = await openTestDatabase()
  const id = await bookOne(database, '10:00', 1)
  const deps = bookingDeps(database)
  const record = (from: AppointmentState, to: AppointmentState, withoutFee = false) =>
    recordAttendance(deps, admin, { id, from, to, withoutFee, now: later })
  await database.transaction(async (tx) => {
    await updateAppointment(tx, id, { cancelFee: 3_000, taxRate: 10_000 })
    await postAdvance(tx, { subject: `appointment:${id}`, paymentId: 'p', cents: 11_000, now })
  })
  await record('confirmed', 'no-show')
  expect(await balances(database)).toMatchObject({ prepaid: -8_000, 'cancellation-fees': -3_000 })
  await record('no-show', 'completed')
  expect(await balances(database)).toEqual({ receivable: 11_000, 'service-sales': -10_000, 'sales-tax': -1_000 })
  await record('completed', 'no-show')
  expect(await balances(database)).toMatchObject({ prepaid: -8_000, 'cancellation-fees': -3_000 })
  await record('no-show', 'confirmed')
  expect(await balances(database)).toEqual({ receivable: 11_000, prepaid: -11_000 })
  await record('confirmed', 'no-show', true)
  expect(await balances(database)).toEqual({ receivable: 11_000, prepaid: -11_000 })
  const keys = (await listPosted(database.db, `appointment:${id}`)).map(({ key }) => key.replace(id, 'ID'))
  expect(keys.toSorted()).toEqual(
    ['advance:p', 'fee-undone:ID', 'fee-undone:ID:2', 'fee:ID', 'fee:ID:2', 'visit-undone:ID', 'visit:ID'].toSorted(),
  )
})
