import { isLong } from '#tests/support/timing.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import type { Appointment, AppointmentState } from '#app/domain/booking/appointment.ts'
import { findAppointment, updateAppointment } from '#app/domain/booking/appointments.server.ts'
import { findUnbalanced, listPosted, readBalances } from '#app/domain/ledger/ledger.server.ts'
import type { Payment, Refund } from '#app/domain/payments/payment.ts'
import { bookTestAppointment } from '#tests/support/booking.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import {
  type BookingSubject,
  earnVisit,
  giveBackFee,
  keepFee,
  postAdvance,
  postReturn,
  readPrepaid,
  toBookingSubject,
  unearnVisit,
} from './booking-ledger.server.ts'

const now = 1

const hours = ['09:00', '10:30', '12:00', '13:30', '15:00']

/** The days of one plan, or of none. */
async function bookDays(database: Database, count: number, planId?: string): Promise<Appointment[]> {
  const booked: string[] = []
  for (const [index, hour] of hours.slice(0, count).entries()) {
    const result = await bookTestAppointment(database, { start: `2026-05-07T${hour}`, n: index + 1 })
    if (!result.ok) throw new Error(result.reason)
    booked.push(result.appointment.id)
  }
  if (planId !== undefined) await makePlan(database, booked, planId)
  return Promise.all(booked.map(async (id) => (await findAppointment(database.db, id))!))
}

const makePlan = ({ transaction }: Database, ids: readonly string[], id: string) =>
  transaction(async (tx) => {
    await tx.insertInto('plans').values({ id, templateId: 'course', title: 'Course', bookedAt: now }).execute()
    for (const [index, day] of ids.entries()) await updateAppointment(tx, day, { planId: id, planDay: index + 1 })
  })

const setState = ({ transaction }: Database, id: string, state: AppointmentState) =>
  transaction((tx) => updateAppointment(tx, id, { state }))

const pay = ({ transaction }: Database, subject: BookingSubject, cents: number, paymentId = 'paid') =>
  transaction((tx) => postAdvance(tx, { subject, paymentId, cents, now }))

const refund = ({ transaction }: Database, subject: BookingSubject, amountCents: number, paymentId = 'paid') =>
  transaction((tx) =>
    postReturn(
      tx,
      { id: `${amountCents} of ${paymentId}`, amountCents } as Refund,
      { id: paymentId, subject } as unknown as Payment,
      now,
    ),
  )

/** As recording the outcome of a visit does it. */
const give = (database: Database, day: Appointment, taxRate = 0) =>
  database.transaction(async (tx) => {
    await earnVisit(tx, day, { taxRate, now })
    await updateAppointment(tx, day.id, { state: 'completed' })
  })

const undo = (database: Database, day: Appointment) =>
  database.transaction(async (tx) => {
    await unearnVisit(tx, day, now)
    await updateAppointment(tx, day.id, { state: 'confirmed' })
  })

const balances = async ({ db }: Database) => {
  const all = [...(await readBalances(db))].filter(([, cents]) => cents !== 0)
  return Object.fromEntries(all.filter(([account]) => account !== 'receivable'))
}

test('an appointment earns all that was paid for it, with its tax, and each undo takes that back', async () => {
  const database = await openTestDatabase()
  const [day] = (await bookDays(database, 1)) as [Appointment]
  const subject = toBookingSubject(day)
  await give(database, day)
  expect(await listPosted(database.db, subject)).toEqual([])
  await pay(database, subject, 11_000)
  await pay(database, subject, 11_000)
  expect(await balances(database)).toEqual({ prepaid: -11_000 })
  for (let round = 0; round < 3; round += 1) {
    await give(database, day, 10_000)
    expect(await balances(database)).toEqual({ 'service-sales': -10_000, 'sales-tax': -1_000 })
    await undo(database, day)
    expect(await balances(database)).toEqual({ prepaid: -11_000 })
  }
  const posted = await listPosted(database.db, subject)
  expect(posted).toHaveLength(7)
  expect(posted.find(({ key }) => key === `visit:${day.id}`)?.lines).toEqual([
    { account: 'prepaid', cents: 11_000 },
    { account: 'service-sales', cents: -10_000, item: 'general' },
    { account: 'sales-tax', cents: -1_000, item: 'general' },
  ])
})

test('the days of a plan add up to the cent in whatever order they are given and undone, and nothing is owed too much', async () => {
  const database = await openTestDatabase()
  const days = await bookDays(database, 5)
  const ids = days.map(({ id }) => id)
  const step = fc.record({ day: fc.nat({ max: 4 }), pays: fc.option(fc.integer({ min: 1, max: 9_999 })) })
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(step, { maxLength: 12 }),
      order,
      async (cents, steps, last) => {
        for (const table of ['ledgerLines', 'ledgerTransactions', 'plans'] as const)
          await database.db.deleteFrom(table).execute()
        await makePlan(database, ids, 'one')
        for (const id of ids) await setState(database, id, 'confirmed')
        const plan = days.map((day) => ({ ...day, planId: 'one' }))
        const given = new Set<number>()
        let paid = cents
        await pay(database, 'plan:one', cents)
        const toggle = async (index: number) => {
          await (given.has(index) ? undo(database, plan[index]!) : give(database, plan[index]!, 8_875))
          if (!given.delete(index)) given.add(index)
        }
        for (const [index, { day, pays }] of steps.entries()) {
          await toggle(day)
          if (pays !== null && given.size < 5) {
            await pay(database, 'plan:one', pays, `more ${index}`)
            paid += pays
          }
          const { prepaid = 0 } = await balances(database)
          expect(prepaid).toBeLessThanOrEqual(0)
          expect(prepaid).toBeGreaterThanOrEqual(-paid)
        }
        for (const index of last) if (!given.has(index)) await toggle(index)
        const { prepaid = 0, 'service-sales': sales = 0, 'sales-tax': tax = 0 } = await balances(database)
        expect([prepaid, sales + tax]).toEqual([0, -paid])
        expect(await findUnbalanced(database.db)).toEqual([])
        for (const index of last) await toggle(index)
        expect(await balances(database)).toEqual({ prepaid: -paid })
      },
    ),
    { numRuns: isLong ? 100 : 15 },
  )
})

test('a canceled day keeps its share, also of what was paid back for it, and the others theirs', async () => {
  const database = await openTestDatabase()
  const [first, second, third] = (await bookDays(database, 3, 'one')) as [Appointment, Appointment, Appointment]
  await pay(database, 'plan:one', 10_000)
  await give(database, first)
  await setState(database, second.id, 'cancelled')
  expect(await readPrepaid(database.db, 'plan:one')).toBe(6_667)
  await give(database, third)
  expect(await readPrepaid(database.db, 'plan:one')).toBe(3_334)
  await undo(database, third)
  await refund(database, 'plan:one', 3_334)
  await give(database, third)
  expect(await balances(database)).toMatchObject({ 'service-sales': -6_666 })
  expect(await readPrepaid(database.db, 'plan:one')).toBe(0)
})

test('a fee is at most what is held, and is given back when the cancellation is undone', async () => {
  const database = await openTestDatabase()
  const [day] = (await bookDays(database, 1)) as [Appointment]
  const keep = (cents: number) => database.transaction((tx) => keepFee(tx, day, { cents, now }))
  expect(await keep(3_000)).toBe(0)
  await pay(database, toBookingSubject(day), 5_000)
  for (const [asked, kept] of [
    [3_000, 3_000],
    [9_000, 5_000],
    [0, 0],
  ] as const) {
    expect(await keep(asked)).toBe(kept)
    expect((await balances(database))['cancellation-fees'] ?? 0).toBe(0 - kept)
    expect(await readPrepaid(database.db, toBookingSubject(day))).toBe(5_000 - kept)
    await database.transaction((tx) => giveBackFee(tx, day, now))
    expect(await balances(database)).toEqual({ prepaid: -5_000 })
  }
  expect(await keep(3_000)).toBe(3_000)
  await refund(database, toBookingSubject(day), 2_000)
  expect(await balances(database)).toEqual({ 'cancellation-fees': -3_000 })
  await refund(database, toBookingSubject(day), 3_000)
  expect(await balances(database)).toEqual({})
})

test('the fee of a day of a plan is at most its share', async () => {
  const database = await openTestDatabase()
  const [first, second] = (await bookDays(database, 2, 'one')) as [Appointment, Appointment]
  await pay(database, 'plan:one', 5_000)
  expect(await database.transaction((tx) => keepFee(tx, first, { cents: 4_000, now }))).toBe(2_500)
  await setState(database, first.id, 'cancelled')
  await give(database, second)
  expect(await balances(database)).toEqual({ 'cancellation-fees': -2_500, 'service-sales': -2_500 })
})

test('a refund after the visit takes sales and tax back in proportion, and an undo then no more than is left', async () => {
  const database = await openTestDatabase()
  const [day] = (await bookDays(database, 1)) as [Appointment]
  const subject = toBookingSubject(day)
  await pay(database, subject, 11_000)
  await give(database, day, 10_000)
  await refund(database, subject, 5_500)
  expect(await balances(database)).toEqual({ 'service-sales': -5_000, 'sales-tax': -500 })
  await undo(database, day)
  expect(await balances(database)).toEqual({ prepaid: -5_500 })
  await give(database, day, 10_000)
  await refund(database, subject, 5_499)
  await refund(database, subject, 1)
  expect(await balances(database)).toEqual({})
  await undo(database, day)
  expect(await balances(database)).toEqual({})
})

test('a refund of a payment that was never held posts nothing', async () => {
  const database = await openTestDatabase()
  const [day] = (await bookDays(database, 1)) as [Appointment]
  await pay(database, toBookingSubject(day), 5_000)
  await refund(database, toBookingSubject(day), 5_000, 'paid twice')
  expect(await balances(database)).toEqual({ prepaid: -5_000 })
})

test('two days of a plan that are recorded at once by two processes take no cent twice', async () => {
  const databases = await openTwice()
  const days = await bookDays(databases[0], 5, 'one')
  await pay(databases[0], 'plan:one', 10_001)
  await Promise.all(days.map((day, index) => give(databases[index % 2 ? 0 : 1], day)))
  expect(await balances(databases[0])).toEqual({ 'service-sales': -10_001 })
})

test('a visit that is recorded by one process while another refunds it takes no cent twice', async () => {
  const databases = await openTwice()
  for (const day of await bookDays(databases[0], 5)) {
    const subject = toBookingSubject(day)
    await pay(databases[0], subject, 11_000, day.id)
    await Promise.all([give(databases[0], day), refund(databases[1], subject, 6_000, day.id)])
    expect(await readPrepaid(databases[0].db, subject)).toBe(0)
  }
  expect(await balances(databases[0])).toEqual({ 'service-sales': -25_000 })
})
