import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { findUnbalanced, listPosted, readBalances } from '#app/domain/ledger/ledger.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { endUnpaidSoon } from '#app/domain/payments/end-unpaid.server.ts'
import type { Payable } from '#app/domain/payments/payable.ts'
import {
  keepWaitingRefunds,
  listWaitingRefunds,
  sendWaitingRefunds,
} from '#app/domain/payments/waiting-refunds.server.ts'
import { refundByStaff } from '#app/domain/payments/refund-by-staff.server.ts'
import { listProviderTroubles } from '#app/domain/payments/provider-health.server.ts'
import { receiveEvent, watchPayments } from '#app/domain/payments/watch.server.ts'
import {
  explainDifference,
  listAlarmingDifferences,
  listDifferences,
  reconcile,
} from '#app/domain/payments/reconcile.server.ts'
import { payingDeps, runPaymentJobs } from '#tests/support/paying.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { isAskedOnSqliteAlone, openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { changeOrder, listOrderChanges } from './change-order.server.ts'
import type { OrderedLine, OrderStatus } from './order.ts'
import { findOrder, placeOrder } from './orders.server.ts'
import { payableOrders } from './payable-orders.server.ts'
import { payWithinMs, startPaying } from './pay-order.server.ts'
import { undoOrderChange } from './undo-order-change.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7', mayRefund: true }
const minute = 60_000
const herb = { productId: 'herb', name: 'Herb', priceCents: 1_000, quantity: 2, supplement: true }
const oil = { productId: 'oil.small', name: 'Oil', priceCents: 333, quantity: 1, supplement: false }
const contact = { name: 'Maya Thomas', email: 'maya@example.com' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function start(opened?: Database) {
  const database = opened ?? (await openTestDatabase())
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const toDeps = (of: Database) => payingDeps(of, { secretKey, webhookSecret, url: server.origin })
  const deps = toDeps(database)
  const { db } = database

  async function place(pay: 'online' | 'pick-up' = 'online', lines: OrderedLine[] = [herb, oil]) {
    const now = Date.now()
    const payBy = pay === 'online' ? now + payWithinMs : undefined
    const placed = await placeOrder(deps, {
      cartId: randomUUID(),
      lines,
      contact,
      payBy,
      sender: undefined,
      now,
    })
    if (!placed.ok) throw new Error(placed.reason)
    return placed.order
  }
  const begin = (orderId: string, on = deps) =>
    startPaying(on, { orderId, origin: 'http://clinic.test', label: (number) => `Order ${number}`, now: Date.now() })
  const payments = () => db.selectFrom('payments').selectAll().orderBy('startedAt').execute()
  const refunds = () => db.selectFrom('refunds').selectAll().execute()
  const emails = async () => (await db.selectFrom('emails').select('kind').execute()).map(({ kind }) => kind).toSorted()
  const check = async () => {
    for (const { id } of await payments()) await checkPayment(deps, id, Date.now())
  }
  const work = () => runPaymentJobs(deps)
  /** As the recurring job, after some time. */
  async function wait(ms: number) {
    vi.setSystemTime(Date.now() + ms)
    await watchPayments(deps, Date.now())
    await endUnpaidSoon(deps, Date.now())
    await work()
  }
  return { database, server, deps, toDeps, place, begin, payments, refunds, emails, check, work, wait }
}

test('an order is paid once: receipt, ledger, email, whatever order the hints come in', async () => {
  const { database, server, deps, place, begin, payments, emails, check, work } = await start()
  const order = await place()
  expect(await begin('gone')).toEqual({ ok: false, reason: 'not-found' })
  expect(await begin(order.id)).toMatchObject({ ok: true, url: expect.stringContaining('/pay/cs_test_') })
  await check()
  expect(await findOrder(database, order.id)).toMatchObject({ paidWith: undefined, status: 'new' })
  const session = server.newest()!
  expect(session).toMatchObject({ amount: 2_333, label: `Order ${order.number}` })
  server.pay(session.id)
  const event = { id: 'evt_1', isOurs: true, checkoutId: session.id }
  for (let times = 0; times < 3; times += 1) await receiveEvent(deps, event, Date.now())
  await receiveEvent(deps, { ...event, id: 'evt_2', isOurs: false }, Date.now())
  await receiveEvent(deps, { ...event, id: 'evt_3', checkoutId: 'cs_of_others' }, Date.now())
  expect(
    await database.db.selectFrom('jobs').select('kind').where('kind', '=', 'check-payment').execute(),
  ).toHaveLength(1)
  await Promise.all([work(), check(), check()])
  const [payment] = await payments()
  expect(payment).toMatchObject({ state: 'paid', paidCents: 2_333, receiptNumber: 1 })
  expect(await findOrder(database, order.id)).toMatchObject({ paidWith: payment!.id, payBy: undefined })
  expect(await emails()).toEqual(['order-confirmation', 'order-notice', 'order-paid'])
  const posted = await listPosted(database.db, `order:${order.number}`)
  expect(posted.map(({ key }) => key.split(':')[0]).toSorted()).toEqual(['payment', 'sale'])
  expect(Object.fromEntries(await readBalances(database.db))).toEqual({
    provider: 2_333,
    receivable: 0,
    'product-sales': -2_333,
  })
  expect(await begin(order.id)).toEqual({ ok: false, reason: 'paid' })
})

test('what happens to one order changes nothing of another', async () => {
  const { database, server, deps, place, begin, check, wait } = await start()
  const pay = async (orderId: string) => {
    await begin(orderId)
    server.pay(server.newest()!.id)
    await check()
  }
  const read = async ({ id, number }: { id: string; number: string }) => ({
    order: await findOrder(database, id),
    posted: (await listPosted(database.db, `order:${number}`)).map(({ lines }) => lines),
    changes: (await listOrderChanges(database, id)).map(({ status }) => status),
  })
  const change = (number: string, from: OrderStatus, to: OrderStatus) =>
    changeOrder(deps, admin, { number, from, to, tell: false, now: Date.now() })
  const other = await place('online', [oil])
  await pay(other.id)
  const order = await place()
  for (const { number } of [other, order]) await change(number, 'new', 'confirmed')
  const before = await read(other)
  await undoOrderChange(deps, admin, { number: order.number, from: 'confirmed', to: 'new', now: Date.now() })
  await pay(order.id)
  const sold = [
    { account: 'product-sales', item: 'herb', cents: -2_000 },
    { account: 'product-sales', item: 'oil.small', cents: -333 },
  ]
  const paid = await read(order)
  expect(paid.order).toMatchObject({ paidWith: expect.not.stringMatching(before.order!.paidWith!) })
  expect(paid.posted).toContainEqual([{ account: 'receivable', cents: 2_333 }, ...sold])
  await change(order.number, 'new', 'cancelled')
  await wait(minute)
  const returned = sold.map((line) => ({ ...line, cents: -line.cents }))
  const canceled = await read(order)
  expect(canceled.changes).toEqual(['cancelled'])
  expect(canceled.posted).toContainEqual([...returned, { account: 'receivable', cents: -2_333 }])
  const letters = database.db.selectFrom('emails').select('ids').where('kind', '=', 'payment-refunded')
  expect((await letters.execute()).map(({ ids }) => JSON.parse(ids))).toMatchObject([{ orderId: order.id }])
  const atDesk = await place('pick-up', [herb])
  await change(atDesk.number, 'new', 'ready')
  await change(atDesk.number, 'ready', 'completed')
  expect((await read(atDesk)).posted).toEqual([[{ account: 'desk', cents: 2_000 }, sold[0]]])
  expect(await read(other)).toEqual(before)
})

test('a lost event and a browser that never comes back do not matter: the provider is asked', async () => {
  const { database, server, place, begin, wait } = await start()
  const order = await place('pick-up')
  await begin(order.id)
  server.pay(server.newest()!.id)
  server.state.faults = [500, 500, 429]
  await wait(3 * minute)
  await wait(3 * minute)
  await wait(3 * minute)
  expect((await findOrder(database, order.id))?.paidWith).toBeDefined()
})

describe.skipIf(isAskedOnSqliteAlone)('canceled by somebody who may not refund', () => {
  const desk = { who: 'account-2', from: '192.0.2.8' }
  const cancel = { from: 'new', to: 'cancelled', tell: false } as const

  async function cancelPaid() {
    const started = await start()
    const { database, server, deps, place, begin, check, wait } = started
    const { id, number } = await place()
    await begin(id)
    server.pay(server.newest()!.id)
    await check()
    const paymentId = (await started.payments())[0]!.id
    await changeOrder(deps, desk, { number, ...cancel, now: Date.now() })
    await wait(60 * minute)
    expect(server.refunds.size).toBe(0)
    expect(await listWaitingRefunds(database.db)).toMatchObject([{ paymentId, amountCents: 2_333 }])
    return { ...started, number, paymentId }
  }

  test('an order keeps its money until a manager sends it', async () => {
    const { database, server, deps, paymentId, refunds, wait } = await cancelPaid()
    expect(await sendWaitingRefunds(deps, admin, paymentId)).toBe(true)
    expect(await sendWaitingRefunds(deps, admin, paymentId), 'a second press').toBe(false)
    await wait(minute)
    expect(await refunds()).toMatchObject([{ state: 'done', amountCents: 2_333 }])
    expect(server.refunds.size).toBe(1)
    expect(await listWaitingRefunds(database.db)).toEqual([])
  })

  test('or keeps it, and may refund it later', async () => {
    const { database, server, deps, number, paymentId, wait } = await cancelPaid()
    expect(await keepWaitingRefunds(deps, admin, paymentId)).toBe(true)
    expect(await keepWaitingRefunds(deps, admin, paymentId), 'a second press').toBe(false)
    await wait(60 * minute)
    expect([server.refunds.size, await listWaitingRefunds(database.db)]).toEqual([0, []])
    await changeOrder(deps, desk, { number, from: 'cancelled', to: 'confirmed', tell: false, now: Date.now() })
    const { paidWith } = await database.db.selectFrom('orders').select('paidWith').executeTakeFirstOrThrow()
    expect(paidWith, 'reopened, it is paid').toBe(paymentId)
    const later = { paymentId, key: randomUUID(), amountCents: 2_333, seenCents: 0, now: Date.now() }
    expect(await refundByStaff(deps, admin, later)).toMatchObject({ ok: true })
  })

  test('reopened, it is paid again, and nothing waits; no other order is', async () => {
    const { database, deps, number, paymentId, place } = await cancelPaid()
    await place('pick-up')
    await changeOrder(deps, desk, { number, from: 'cancelled', to: 'confirmed', tell: false, now: Date.now() })
    expect(await listWaitingRefunds(database.db)).toEqual([])
    const paid = database.db.selectFrom('orders').select(['number', 'paidWith']).where('paidWith', 'is not', null)
    expect(await paid.execute()).toEqual([{ number, paidWith: paymentId }])
  })
})

test('two tabs, two processes and lost answers share one checkout', async () => {
  const databases = await openTwice()
  const { server, toDeps, place, begin, payments } = await start(databases[0])
  const order = await place()
  server.state.faults = ['drop', 500]
  const other = toDeps(databases[1])
  const begun = await Promise.all(
    Array.from({ length: 10 }, (_, tab) => (tab % 2 ? begin(order.id, other) : begin(order.id))),
  )
  const again = await begin(order.id)
  if (!again.ok) throw new Error(again.reason)
  for (const one of begun) if (one.ok) expect(one.url).toBe(again.url)
  expect(server.sessions.size).toBe(1)
  expect(await payments()).toHaveLength(1)
})

test('a provider that is down leaves the order as it is, and paying it works later', async () => {
  const { database, server, place, begin, wait } = await start()
  const order = await place()
  server.state.fault = () => 503
  expect(await begin(order.id)).toEqual({ ok: false, reason: 'busy' })
  server.state.fault = undefined
  await wait(22.8 * 60 * minute)
  // The provider opens no checkout for so short a time, so there is a new one.
  expect(await begin(order.id)).toMatchObject({ ok: true })
  server.pay(server.newest()!.id)
  await wait(3 * minute)
  expect((await findOrder(database, order.id))?.paidWith).toBeDefined()
})

describe.skipIf(isAskedOnSqliteAlone)('an order to be paid online that nobody pays', () => {
  test('ends by itself, with its checkout, and the customer is told', async () => {
    const { database, server, place, begin, payments, emails, wait } = await start()
    const order = await place()
    await begin(order.id)
    const second = await place()
    await wait(22 * 60 * minute)
    expect(await findOrder(database, order.id)).toMatchObject({ status: 'new' })
    const later = await place()
    await wait(2 * 60 * minute)
    await wait(3 * minute)
    expect(await findOrder(database, order.id)).toMatchObject({ status: 'cancelled', paidWith: undefined })
    expect(await findOrder(database, second.id)).toMatchObject({ status: 'cancelled' })
    expect(await findOrder(database, later.id)).toMatchObject({ status: 'new' })
    expect(server.newest()).toMatchObject({ status: 'expired' })
    expect(await payments()).toMatchObject([{ state: 'ended' }])
    expect((await emails()).filter((kind) => kind === 'order-unpaid')).toHaveLength(2)
    expect(await begin(order.id)).toEqual({ ok: false, reason: 'over' })
  })

  test('is kept if it was paid in the last moment, and never ended while the provider does not say', async () => {
    const { database, server, place, begin, wait } = await start()
    const order = await place()
    await wait(2 * 60 * minute)
    await begin(order.id)
    server.pay(server.newest()!.id)
    server.state.fault = () => 500
    await wait(23 * 60 * minute)
    await wait(60 * minute)
    expect(await findOrder(database, order.id)).toMatchObject({ status: 'new' })
    server.state.fault = undefined
    await wait(3 * minute)
    expect(await findOrder(database, order.id)).toMatchObject({ status: 'new', paidWith: expect.any(String) })
  })

  test('is left to staff who confirmed it, and one to be paid at pick-up never ends', async () => {
    const { database, deps, place, wait } = await start()
    const confirmed = await place()
    const pickUp = await place('pick-up')
    const step = { number: confirmed.number, from: 'new', to: 'confirmed', tell: false, now: Date.now() } as const
    await changeOrder(deps, admin, step)
    await wait(30 * 60 * minute)
    expect(await findOrder(database, confirmed.id)).toMatchObject({ status: 'confirmed' })
    expect(await findOrder(database, pickUp.id)).toMatchObject({ status: 'new' })
  })

  test('is not ended while the address of its checkout comes, so what is paid there is kept', async () => {
    const { server, deps, place, begin, payments, check } = await start()
    const order = await place()
    server.state.fault = () => 503
    expect(await begin(order.id)).toEqual({ ok: false, reason: 'busy' })
    server.state.fault = undefined
    const isOver: Payable['isOver'] = async () => {
      await begin(order.id)
      return true
    }
    const [payment] = await payments()
    const late = { ...deps, payables: { ...deps.payables, order: { ...deps.payables.order, isOver } } }
    expect(await checkPayment(late, payment!.id, Date.now())).toBe('open')
    server.pay(server.newest()!.id)
    await check()
    expect(await payments()).toMatchObject([{ state: 'paid', paidCents: 2_333 }])
  })
})

describe('a canceled order', () => {
  const cancel = (number: string) => ({ number, from: 'new', to: 'cancelled', tell: false, now: Date.now() }) as const

  test('that was paid is refunded in full once, however often answers are lost', async () => {
    const { database, server, deps, place, begin, check, refunds, emails, wait } = await start()
    const order = await place()
    await begin(order.id)
    server.pay(server.newest()!.id)
    await check()
    expect(await changeOrder(deps, admin, cancel(order.number))).toEqual({ ok: true })
    server.state.faults = ['drop', 'drop']
    await wait(minute)
    server.state.faults = [500, 500]
    await wait(6 * minute)
    await wait(6 * minute)
    expect(await refunds()).toMatchObject([{ state: 'done', amountCents: 2_333, reason: 'canceled' }])
    expect([...server.refunds.values()]).toHaveLength(1)
    expect(Object.fromEntries(await readBalances(database.db))).toEqual({
      provider: 0,
      receivable: 0,
      'product-sales': 0,
    })
    expect(await emails()).toContain('payment-refunded')
    expect(await findUnbalanced(database.db)).toEqual([])
  })

  test('that is undone in time keeps its payment, and none is sent back', async () => {
    const { database, server, deps, place, begin, check, refunds, wait } = await start()
    const order = await place()
    await begin(order.id)
    server.pay(server.newest()!.id)
    await check()
    const before = await findOrder(database, order.id)
    await changeOrder(deps, admin, cancel(order.number))
    const back = { number: order.number, from: 'cancelled', to: 'new', now: Date.now() } as const
    expect(await undoOrderChange(deps, admin, back)).toEqual({ ok: true })
    await wait(10 * minute)
    expect(await refunds()).toEqual([])
    expect(await findOrder(database, order.id)).toEqual(before)
  })

  /** Canceled, reopened once its payment had gone back, and paid again. */
  async function payAgain() {
    const started = await start()
    const { server, deps, place, begin, check } = started
    const { id, number } = await place()
    const change = (from: 'new' | 'cancelled' | 'confirmed', to: 'cancelled' | 'confirmed') => {
      vi.setSystemTime(Date.now() + 1_000)
      return changeOrder(deps, admin, { number, from, to, tell: false, now: Date.now() })
    }
    const undo = (from: 'cancelled' | 'confirmed', to: 'cancelled' | 'confirmed') =>
      undoOrderChange(deps, admin, { number, from, to, now: Date.now() })
    const pay = async () => {
      await begin(id)
      server.pay(server.newest()!.id)
      await check()
    }
    await pay()
    await change('new', 'cancelled')
    await started.wait(minute)
    await change('cancelled', 'confirmed')
    await pay()
    return { ...started, id, change, undo }
  }

  test('that is reopened, paid again, canceled and undone is paid once', async () => {
    const { database, server, change, undo, refunds, wait, id } = await payAgain()
    await change('confirmed', 'cancelled')
    expect(await undo('cancelled', 'confirmed')).toEqual({ ok: true })
    await wait(10 * minute)
    expect(await refunds()).toMatchObject([{ state: 'done', amountCents: 2_333, reason: 'canceled' }])
    expect((await findOrder(database, id))?.paidWith).not.toBe((await refunds())[0]!.paymentId)
    expect([...server.refunds.values()]).toHaveLength(1)
    expect(Object.fromEntries(await readBalances(database.db))).toMatchObject({ provider: 2_333, receivable: 0 })
  })

  test('that is reopened and paid again is refunded when its reopening is undone', async () => {
    const { database, undo, refunds, wait } = await payAgain()
    expect(await undo('confirmed', 'cancelled')).toEqual({ ok: true })
    await wait(10 * minute)
    expect(await refunds()).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect(Object.fromEntries(await readBalances(database.db))).toMatchObject({ provider: 0, receivable: 0 })
  })

  test('whose checkout was open cannot be paid any more', async () => {
    const { server, deps, place, begin, payments, work } = await start()
    const order = await place()
    await begin(order.id)
    await changeOrder(deps, admin, cancel(order.number))
    await work()
    expect(server.pay(server.newest()!.id)).toBe(false)
    expect(await payments()).toMatchObject([{ state: 'ended' }])
  })

  test('that is paid in the same moment is refunded, and the customer is told', async () => {
    const { database, server, deps, place, begin, payments, emails, work, wait } = await start()
    const order = await place()
    await begin(order.id)
    await changeOrder(deps, admin, cancel(order.number))
    server.pay(server.newest()!.id)
    await work()
    await wait(minute)
    expect(await payments()).toMatchObject([{ state: 'paid', receiptNumber: null }])
    expect([...server.refunds.values()]).toMatchObject([{ amount: 2_333 }])
    expect(await emails()).toEqual(['order-confirmation', 'order-notice', 'payment-refunded'])
    expect(Object.fromEntries(await readBalances(database.db))).toEqual({ provider: 0, receivable: 0 })
  })
})

describe('a refund by staff', () => {
  async function startPaid(lines?: OrderedLine[]) {
    const started = await start()
    const order = await started.place('online', lines)
    await started.begin(order.id)
    started.server.pay(started.server.newest()!.id)
    await started.check()
    const paymentId = (await started.payments())[0]!.id
    const refund = (amountCents: number, seenCents: number, key: string = randomUUID()) =>
      refundByStaff(started.deps, admin, { paymentId, key, amountCents, seenCents, now: Date.now() })
    return { ...started, order, paymentId, refund }
  }

  test('goes back in parts, off the products in their proportions, and never beyond what was paid', async () => {
    const { database, server, order, refund, work, wait } = await startPaid()
    expect(await refund(1_000, 0)).toEqual({ ok: true, isNew: true, leftCents: 1_333 })
    await work()
    expect(await refund(1_334, 1_000)).toEqual({ ok: false, reason: 'too-much', leftCents: 1_333 })
    expect(await findOrder(database, order.id)).toMatchObject({ paidWith: expect.any(String) })
    expect(await refund(1_333, 1_000)).toEqual({ ok: true, isNew: true, leftCents: 0 })
    await wait(minute)
    expect([...server.refunds.values()].map(({ amount }) => amount)).toEqual([1_000, 1_333])
    const reasons = await database.db.selectFrom('refunds').select('reason').execute()
    expect(reasons).toEqual([{ reason: 'staff' }, { reason: 'staff' }])
    expect(await findOrder(database, order.id)).toMatchObject({ paidWith: undefined })
    const posted = await listPosted(database.db, `order:${order.number}`)
    const returns = posted.filter(({ key }) => key.startsWith('return:'))
    expect(returns.map(({ lines }) => lines.map(({ item, cents }) => [item, cents]))).toEqual([
      [
        ['herb', 857],
        ['oil.small', 143],
        [undefined, -1_000],
      ],
      [
        ['herb', 1_143],
        ['oil.small', 190],
        [undefined, -1_333],
      ],
    ])
    expect([...(await readBalances(database.db)).values()]).toEqual([0, 0, 0])
  })

  test('takes its share of the sales tax, to the cent', async () => {
    const taxed = [
      { ...herb, tax: { rate: 10_000, cents: 200 } },
      { ...oil, tax: { rate: 8_875, cents: 30 } },
      { ...oil, productId: 'tea', tax: { rate: 0, cents: 0 } },
    ]
    const { database, server, order, refund, work, wait } = await startPaid(taxed)
    expect(server.newest()!.amount).toBe(2_896)
    expect((await findOrder(database, order.id))?.lines.map(({ tax }) => tax)).toEqual(taxed.map(({ tax }) => tax))
    const linesOf = async (kind: string) =>
      (await listPosted(database.db, `order:${order.number}`))
        .filter(({ key }) => key.startsWith(kind))
        .map(({ lines }) => lines.map(({ account, item, cents }) => [account, item, cents]))
    expect(await linesOf('sale:')).toEqual([
      [
        ['receivable', undefined, 2_896],
        ['product-sales', 'herb', -2_000],
        ['sales-tax', 'herb', -200],
        ['product-sales', 'oil.small', -333],
        ['sales-tax', 'oil.small', -30],
        ['product-sales', 'tea', -333],
      ],
    ])
    const taxOf = (lines: (string | number | undefined)[][]) =>
      lines.filter(([account]) => account === 'sales-tax').reduce((sum, [, , cents]) => sum + Number(cents), 0)
    await refund(1_448, 0)
    await work()
    const [half = []] = await linesOf('return:')
    expect(taxOf(half)).toBe(115)
    await refund(1_448, 1_448)
    await wait(minute)
    expect((await linesOf('return:')).reduce((sum, lines) => sum + taxOf(lines), 0)).toBe(230)
    expect([...(await readBalances(database.db)).values()]).toEqual([0, 0, 0, 0])
  })

  test('pressed twice, or by two people at once, is one', async () => {
    const { server, refund, refunds, work } = await startPaid()
    const key = randomUUID()
    const pressed = await Promise.all(Array.from({ length: 10 }, () => refund(500, 0, key)))
    expect(pressed.every(({ ok }) => ok)).toBe(true)
    const others = await Promise.all(Array.from({ length: 10 }, () => refund(500, 0)))
    expect(others).toEqual(others.map(() => ({ ok: false, reason: 'changed-meanwhile' })))
    await work()
    expect(await refunds()).toHaveLength(1)
    expect([...server.refunds.values()]).toHaveLength(1)
  })

  test('that the provider rejects is a difference until somebody explains it', async () => {
    const { database, server, deps, refund, refunds, work, wait } = await startPaid()
    // Sent back in the provider's dashboard.
    const [payment] = [...server.payments.values()]
    payment!.refunded = payment!.amount
    await refund(500, 0)
    await work()
    expect(await refunds()).toMatchObject([{ state: 'failed', failure: 'code-charge_already_refunded' }])
    await wait(2 * 60 * minute)
    await reconcile(deps, Date.now())
    const found = await listDifferences(database.db)
    expect(found).toMatchObject([{ kind: 'refund-failed', ourCents: 500 }])
    const explain = () =>
      explainDifference(deps, admin, { id: found[0]!.id, explanation: 'By hand at the provider', now: Date.now() })
    expect([await explain(), await explain()]).toEqual([true, false])
    await reconcile(deps, Date.now())
    expect(await listDifferences(database.db)).toEqual([])
    // What failed can be asked for again.
    expect(await refund(2_333, 0)).toMatchObject({ ok: true })
  })
})

test('each night finds what one side has and the other has not, posts fees once, and closes what is gone', async () => {
  const { database, server, deps, place, begin, check, wait } = await start()
  const order = await place()
  await begin(order.id)
  server.pay(server.newest()!.id)
  await check()
  await wait(2 * 60 * minute)
  for (let nights = 0; nights < 2; nights += 1) expect(await reconcile(deps, Date.now())).toBe(true)
  expect(await listDifferences(database.db)).toEqual([])
  const fee = 98
  expect(Object.fromEntries(await readBalances(database.db))).toMatchObject({
    provider: 2_333 - fee,
    'provider-fees': fee,
  })

  const [[id, payment]] = [...server.payments] as [[string, NonNullable<ReturnType<typeof server.payments.get>>]]
  server.payments.delete(id)
  server.payments.set('pi_foreign', { ...payment, id: 'pi_foreign', amount: 700 })
  await reconcile(deps, Date.now())
  expect((await listDifferences(database.db)).map(({ kind, about }) => [kind, about]).toSorted()).toEqual([
    ['missing-payment', `order:${order.number}`],
    ['unknown-payment', 'txn_pi_foreign'],
  ])
  server.payments.delete('pi_foreign')
  server.payments.set(id, payment)
  await reconcile(deps, Date.now())
  expect(await listDifferences(database.db)).toEqual([])
  server.state.fault = () => 500
  expect(await reconcile(deps, Date.now())).toBe(false)
})

test.skipIf(isAskedOnSqliteAlone)(
  'payments that cannot be read or made alarm at once, with the reason, until they can',
  async () => {
    const { database, server, deps, place, begin, work, wait, payments } = await start()
    const order = await place()
    const troubles = () => listProviderTroubles(database.db, Date.now())
    server.state.refusesCheckouts = 'Set a business name'
    expect(await begin(order.id)).toMatchObject({ ok: false, reason: 'busy' })
    expect(await troubles()).toMatchObject([{ name: 'open', failure: 'status-400: Set a business name' }])
    expect((await payments()).map(({ failure }) => failure)).toContain('status-400: Set a business name')
    server.state.refusesCheckouts = undefined
    await begin(order.id)
    expect(await troubles()).toEqual([])

    server.pay(server.newest()!.id)
    server.state.lacks = ['Charges: Read']
    await checkPayment(deps, (await payments()).at(-1)!.id, Date.now())
    // The list of movements is read, and what it is about is not.
    expect(await reconcile(deps, Date.now())).toBe(false)
    expect(await troubles()).toMatchObject([{ name: 'compare', failure: 'status-403: This key lacks Charges: Read' }])
    server.state.lacks = ['Checkout Sessions: Write']
    await checkPayment(deps, (await payments())[0]!.id, Date.now())
    server.state.lacks = []
    // Not only in the next night.
    await wait(61 * minute)
    await work()
    expect(await troubles()).toEqual([])
  },
)

test.skipIf(isAskedOnSqliteAlone)('a movement of an unknown kind is listed and alarms nobody', async () => {
  const { database, server, deps } = await start()
  const created = Math.floor(Date.now() / 1000) - 7_200
  const [type, amount] = ['carrier_pigeon', -500]
  server.moreMovements.push({ id: 'txn_1', type, reporting_category: type, amount, created })
  expect(await reconcile(deps, Date.now())).toBe(true)
  expect(await listDifferences(database.db)).toMatchObject([
    { kind: 'unknown-movement', about: 'carrier_pigeon, txn_1' },
  ])
  expect(await listAlarmingDifferences(database.db)).toEqual([])
})

test.skipIf(isAskedOnSqliteAlone)(
  'a dispute is a difference for as long as nobody has explained it, and its fee and others are posted',
  async () => {
    const { database, server, deps, place, begin, check, wait } = await start()
    const order = await place()
    await begin(order.id)
    server.pay(server.newest()!.id)
    await check()
    await wait(40 * 24 * 60 * minute)
    const [paymentId] = [...server.payments.keys()]
    const moved = (id: string, type: string, amount: number, fee = 0) => ({
      ...{ id, type, reporting_category: type === 'adjustment' ? 'dispute' : type, amount, fee },
      source: { id: 'du_1', object: 'dispute', payment_intent: paymentId },
      created: Math.floor(Date.now() / 1000),
    })
    server.moreMovements.push(moved('txn_du', 'adjustment', -2_333, 1_500), moved('txn_po', 'payout', -100))
    server.moreMovements.push(moved('txn_fee', 'stripe_fee', -200))
    const find = async () => {
      expect(await reconcile(deps, Date.now())).toBe(true)
      return listDifferences(database.db)
    }
    const disputed = { kind: 'disputed', about: `order:${order.number}`, theirCents: 2_333 }
    expect(await find()).toMatchObject([disputed])
    // Longer than the nightly comparison reaches back.
    for (let days = 0; days < 20; days += 5) {
      await wait(5 * 24 * 60 * minute)
      expect(await find()).toMatchObject([disputed])
    }
    expect((await readBalances(database.db)).get('provider-fees')).toBe(1_700)
    const id = (await find())[0]!.id
    await explainDifference(deps, admin, { id, explanation: 'We have sent the receipt', now: Date.now() })
    await wait(30 * 24 * 60 * minute)
    server.moreMovements.push({ ...moved('txn_won', 'adjustment', 2_333), reporting_category: 'dispute_reversal' })
    expect(await find()).toMatchObject([{ ...disputed, kind: 'dispute-returned' }])
  },
)

test('receipts are numbered without gaps, also when twenty are paid at once and some roll back', async () => {
  const { database, server, deps, place, begin, payments } = await start()
  for (let orders = 0; orders < 20; orders += 1) await begin((await place()).id)
  for (const id of server.sessions.keys()) server.pay(id)
  let failures = 0
  // Fails after the number was taken.
  const queue = { ...deps.queue, enqueue: () => Promise.reject(new Error(`disk full ${(failures += 1)}`)) }
  const failing = { ...deps, queue, payables: { ...deps.payables, order: payableOrders({ ...deps, queue }) } }
  const ids = (await payments()).map(({ id }) => id)
  const outcomes = await Promise.allSettled(
    ids.map((id, index) => checkPayment(index % 2 ? failing : deps, id, Date.now())),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect(failures).toBe(10)
  for (const id of ids) await checkPayment(deps, id, Date.now())
  const numbers = (await payments()).map(({ receiptNumber }) => receiptNumber)
  expect(numbers.toSorted((one, other) => one! - other!)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await readBalances(database.db)).toEqual(
    new Map([
      ['product-sales', -46_660],
      ['provider', 46_660],
      ['receivable', 0],
    ]),
  )
})

describe.skipIf(isAskedOnSqliteAlone)('what is paid at pick-up', () => {
  const complete = async (deps: Awaited<ReturnType<typeof start>>['deps'], number: string) => {
    const step = { number, tell: false, now: Date.now() }
    await changeOrder(deps, admin, { ...step, from: 'new', to: 'ready' })
    expect(await changeOrder(deps, admin, { ...step, from: 'ready', to: 'completed' })).toEqual({ ok: true })
  }

  test('is sold once an order is completed, with its tax, until that is undone', async () => {
    const { database, deps, place } = await start()
    const tax = { rate: 10_000, cents: 200 }
    const order = await place('pick-up', [{ ...herb, tax }, oil])
    await complete(deps, order.number)
    const sold = { desk: 2_533, 'product-sales': -2_333, 'sales-tax': -200 }
    expect(Object.fromEntries(await readBalances(database.db))).toEqual(sold)
    const back = { number: order.number, from: 'completed', to: 'ready', now: Date.now() } as const
    expect(await undoOrderChange(deps, admin, back)).toEqual({ ok: true })
    expect([...(await readBalances(database.db)).values()]).toEqual([0, 0, 0])
    const again = { ...back, from: 'ready', to: 'completed', tell: false } as const
    expect(await changeOrder(deps, admin, again)).toEqual({ ok: true })
    expect(await changeOrder(deps, admin, again)).toEqual({ ok: true })
    expect(Object.fromEntries(await readBalances(database.db))).toEqual(sold)
    expect(await findUnbalanced(database.db)).toEqual([])
  })

  test('is not sold a second time when a payment was on its way, and one paid online has nothing at the desk', async () => {
    const { database, server, deps, place, begin, check } = await start()
    const order = await place('pick-up')
    await begin(order.id)
    await complete(deps, order.number)
    server.pay(server.newest()!.id)
    await check()
    const balances = await readBalances(database.db)
    expect(balances.get('desk')).toBe(0)
    expect(balances.get('product-sales')).toBe(-2_333)
    const now = Date.now()
    const reopen = { number: order.number, from: 'completed', to: 'ready', tell: false, now } as const
    await changeOrder(deps, admin, reopen)
    await changeOrder(deps, admin, { ...reopen, from: 'ready', to: 'completed' })
    expect(await readBalances(database.db)).toEqual(balances)
  })
})
