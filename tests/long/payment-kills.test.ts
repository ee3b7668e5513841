import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordAttendance } from '#app/domain/booking/attendance.server.ts'
import { feeSubject } from '#app/domain/booking/fees/fee.ts'
import { changeOrder } from '#app/domain/orders/change-order.server.ts'
import { killCases } from '#tests/support/databases.ts'
import { bookTestAppointment, bookingDeps } from '#tests/support/booking.ts'

import { keepCard } from '#tests/support/paying.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { readProvider } from '#tests/faults/payments/evidence.ts'
import { openKillable } from '#tests/faults/payments/killed.ts'

const minute = 60_000
const day = 24 * 60 * minute

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** With its tax. */
const total = 2_563

test.each(killCases)(
  'an order that is killed $when any statement of placing it and its checkout is paid once or ends, on $kind',
  { timeout: 240_000 },
  async ({ kind, when }) => {
    const { wait, place, findOrder, pay, run, compare, takenFor } = await openKillable(kind)
    let at = 0
    let wasKilled = true
    while (wasKilled) {
      at += 1
      const cartId = randomUUID()
      const ran = await run('place', cartId, { at, when })
      wasKilled = ran.wasKilled
      if (!wasKilled) expect(ran.said).toMatch(/\/pay\/cs_test_/)
      // The customer presses again and pays, or is gone. Before a statement is after the one before it, so both are tried.
      const comesBack = at % 2 === 0 || !wasKilled
      if (comesBack) expect(pay(await place(cartId)), `killed ${when} statement ${at}`).toBe(true)
      await wait(10 * minute)
      if (!comesBack) await wait(day + minute)
      const order = await findOrder(cartId)
      const outcome = { taken: await takenFor(cartId), isPaid: Boolean(order?.paidWith), status: order?.status }
      expect(
        comesBack
          ? [{ taken: [total], isPaid: true, status: 'new' }]
          : [
              { taken: [], isPaid: false, status: undefined },
              { taken: [], isPaid: false, status: 'cancelled' },
            ],
        `killed ${when} statement ${at}`,
      ).toContainEqual(outcome)
      expect(await compare(), `killed ${when} statement ${at}`).toEqual([])
    }
    expect(at).toBeGreaterThan(5)
  },
)

test.each(killCases)(
  'a payment that is killed $when any statement of recording it is recorded once, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const { database, wait, place, findOrder, pay, run, compare, takenFor } = await openKillable(kind)
    let at = 0
    let wasKilled = true
    while (wasKilled) {
      at += 1
      const cartId = randomUUID()
      pay(await place(cartId))
      const { id } = await database.db
        .selectFrom('payments')
        .select('id')
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
      const ran = await run('record', id, { at, when })
      wasKilled = ran.wasKilled
      if (!wasKilled) expect(ran.said).toBe('paid')
      await wait(10 * minute)
      expect(await findOrder(cartId), `killed ${when} statement ${at}`).toMatchObject({ paidWith: id, status: 'new' })
      expect(await takenFor(cartId)).toEqual([total])
      expect(await compare(), `killed ${when} statement ${at}`).toEqual([])
    }
    expect(at).toBeGreaterThan(5)
  },
)

test.each(killCases)(
  'a refund that is killed $when any statement of sending it is sent once, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const { database, deps, server, wait, place, findOrder, pay, run, compare, takenFor } = await openKillable(kind)
    const staff = { who: 'account-1', from: '192.0.2.7', mayRefund: true }
    let at = 0
    let wasKilled = true
    while (wasKilled) {
      at += 1
      const cartId = randomUUID()
      pay(await place(cartId))
      await wait(10 * minute)
      const { number } = (await findOrder(cartId))!
      const change = { number, from: 'new', to: 'cancelled', tell: false, now: Date.now() } as const
      await changeOrder({ ...deps, vault: testVault(database) }, staff, change)
      const { id } = await database.db
        .selectFrom('refunds')
        .select('id')
        .where('state', '=', 'asked')
        .executeTakeFirstOrThrow()
      const ran = await run('refund', id, { at, when })
      wasKilled = ran.wasKilled
      if (!wasKilled) expect(ran.said).toBe('done')
      await wait(10 * minute)
      expect(await takenFor(cartId), `killed ${when} statement ${at}`).toEqual([0])
      expect(server.refunds.size).toBe(at)
      expect(await compare(), `killed ${when} statement ${at}`).toEqual([])
    }
    expect(at).toBeGreaterThan(3)
  },
)

test.each(killCases)(
  'a fee whose charge is killed $when any statement is charged once to the card, on $kind',
  { timeout: 180_000 },
  async ({ kind, when }) => {
    const { database, deps, server, wait, run, compare } = await openKillable(kind)
    const { db } = database
    const booked = await bookTestAppointment(database)
    if (!booked.ok) throw new Error(booked.reason)
    const sample = await db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
    const staff = { who: 'account-1', from: '192.0.2.7', scope: 'everything' as const, mayRefund: true }
    let at = 0
    let wasKilled = true
    while (wasKilled) {
      at += 1
      const now = Date.now()
      const id = randomUUID()
      await db
        .insertInto('appointments')
        .values({ ...sample, id, draftId: null })
        .execute()
      await keepCard(deps, server, { subject: `appointment:${id}`, mostCents: 4_000, now })
      await recordAttendance(bookingDeps(database), staff, { id, from: 'confirmed', to: 'no-show', now })
      const subject = feeSubject(id)
      const fee = await db.selectFrom('payments').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()
      vi.setSystemTime(now + minute)
      const ran = await run('record', fee.id, { at, when })
      wasKilled = ran.wasKilled
      if (!wasKilled) expect(ran.said).toBe('paid')
      // The provider has forgotten the key.
      server.forgetKeys()
      await wait(10 * minute)
      const paid = await db.selectFrom('payments').selectAll().where('subject', '=', subject).execute()
      expect(paid, `killed ${when} statement ${at}`).toMatchObject([{ state: 'paid', paidCents: 4_000 }])
      const charges = readProvider(server).taken.filter(({ reference }) => reference === fee.id)
      expect(charges, `killed ${when} statement ${at}`).toMatchObject([{ cents: 4_000, refundedCents: 0 }])
      expect(await compare(), `killed ${when} statement ${at}`).toEqual([])
    }
    expect(at).toBeGreaterThan(5)
  },
)
