import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { insertCard, readBalance } from '#app/domain/gift-cards/gift-cards.server.ts'
import { findUnbalanced, post, readBalances } from '#app/domain/ledger/ledger.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import type { Sender } from '#app/domain/limits/limits.server.ts'
import { endUnpaid } from '#app/domain/payments/end-unpaid.server.ts'
import { sendRefund } from '#app/domain/payments/refunds.server.ts'
import { payingDeps } from '#tests/support/paying.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { changeOrder } from './change-order.server.ts'
import type { OrderStatus } from './order.ts'
import { findOrder, placeOrder } from './orders.server.ts'
import { payWithinMs, startPaying } from './pay-order.server.ts'
import { undoOrderChange } from './undo-order-change.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7', mayRefund: true }
const contact = { name: 'Maya Thomas', email: 'maya@example.com' }
/** 23.63 with its tax. */
const lines = [
  {
    ...{ productId: 'herb', name: 'Herb', priceCents: 1_000, quantity: 2, supplement: true },
    tax: { rate: 10_000, cents: 200 },
  },
  {
    ...{ productId: 'oil', name: 'Oil', priceCents: 133, quantity: 1, supplement: false },
    tax: { rate: 22_556, cents: 30 },
  },
]

async function start(opened?: Database) {
  const database = opened ?? (await openTestDatabase())
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const provider = { secretKey, webhookSecret, url: server.origin }
  const deps = payingDeps(database, provider)
  const { db } = database

  async function addCard(cents: number) {
    return database.transaction(async (tx) => {
      const { card, code } = await insertCard(
        { tx, vault: deps.vault },
        { state: 'active', amountCents: cents, email: '', payBy: undefined, now: 1 },
      )
      const sold = [
        { account: 'desk' as const, cents },
        { account: 'gift-cards' as const, item: card.id, cents: -cents },
      ]
      await post(tx, { key: `card-sale:${card.id}`, subject: `gift-card:${card.id}`, at: 1, lines: sold })
      return { ...card, code }
    })
  }
  const place = (
    giftCard: string,
    { pay = 'online', on = deps, sender }: { pay?: 'online' | 'pick-up'; on?: typeof deps; sender?: Sender } = {},
  ) => {
    const now = Date.now()
    const payBy = pay === 'online' ? now + payWithinMs : undefined
    return placeOrder(on, { cartId: randomUUID(), lines, contact, payBy, giftCard, sender, now })
  }
  async function placed(giftCard: string, pay: 'online' | 'pick-up' = 'online') {
    const answer = await place(giftCard, { pay })
    if (!answer.ok) throw new Error(answer.reason)
    const order = (await findOrder(database, answer.order.id))!
    expect(answer.order).toEqual({ id: order.id, number: order.number, payBy: order.payBy })
    return order
  }
  const change = (number: string, from: OrderStatus, to: OrderStatus) =>
    changeOrder(deps, admin, { number, from, to, tell: false, now: Date.now() })
  const begin = (orderId: string) =>
    startPaying(deps, { orderId, origin: 'http://clinic.test', label: () => 'Order', now: Date.now() })
  const check = async () => {
    for (const { id } of await db.selectFrom('payments').select('id').execute())
      await checkPayment(deps, id, Date.now())
  }
  const balances = async () => Object.fromEntries(await readBalances(db))
  return { database, db, server, deps, provider, addCard, place, placed, change, begin, check, balances }
}

test('a card pays all of an order that it can: it is paid, and nothing is left to pay online', async () => {
  const { db, addCard, placed, begin, balances, deps } = await start()
  const card = await addCard(5_000)
  const order = await placed(card.code.toLowerCase())
  expect(order).toMatchObject({ giftCardCents: 2_363, giftCardHint: card.hint, payBy: undefined })
  expect(await readBalance(db, card.id)).toBe(2_637)
  expect(await balances()).toEqual({ desk: 5_000, 'gift-cards': -2_637, 'product-sales': -2_133, 'sales-tax': -230 })
  expect(await begin(order.id)).toEqual({ ok: false, reason: 'paid' })
  expect(await deps.payables.order.isOver(db, order.number, Date.now())).toBe(true)
})

test('a card pays a part, the rest is paid online, and the shares add up to the cent', async () => {
  const { db, addCard, placed, begin, balances, server, check } = await start()
  const card = await addCard(1_001)
  const order = await placed(card.code)
  expect(order.payBy).toBeDefined()
  await begin(order.id)
  expect(server.newest()).toMatchObject({ amount: 1_362 })
  server.pay(server.newest()!.id)
  await Promise.all([check(), check()])
  expect(await findOrder({ db }, order.id)).toMatchObject({ paidWith: expect.any(String), giftCardCents: 1_001 })
  expect(await balances()).toEqual({
    desk: 1_001,
    'gift-cards': 0,
    provider: 1_362,
    receivable: 0,
    'product-sales': -2_133,
    'sales-tax': -230,
  })
  expect(await findUnbalanced(db)).toEqual([])
})

test('what is too little to be paid online is paid at pick-up', async () => {
  const { addCard, placed, change, balances } = await start()
  const card = await addCard(2_350)
  const order = await placed(card.code)
  expect(order).toMatchObject({ giftCardCents: 2_350, payBy: undefined })
  await change(order.number, 'new', 'ready')
  expect(await change(order.number, 'ready', 'completed')).toEqual({ ok: true })
  expect(await balances()).toEqual({ desk: 2_363, 'gift-cards': 0, 'product-sales': -2_133, 'sales-tax': -230 })
})

test('a wrong, blocked, unpaid or empty code places no order and moves nothing', async () => {
  const { db, addCard, place, placed, balances } = await start()
  const [empty, blocked] = [await addCard(2_363), await addCard(1_000)]
  await placed(empty.code)
  await db.updateTable('giftCards').set({ state: 'blocked' }).where('id', '=', blocked.id).execute()
  const before = await balances()
  for (const [code, problem] of [
    ['K7F2 9QXW 3MPT 8D4V', 'unknown'],
    ['x', 'unknown'],
    [blocked.code, 'unknown'],
    [empty.code, 'empty'],
  ] as const)
    expect(await place(code)).toEqual({ ok: false, reason: 'gift-card', problem })
  expect(await balances()).toEqual(before)
  expect(await db.selectFrom('orders').selectAll().execute()).toHaveLength(1)
})

test('wrong codes count against the limit of orders, so that codes cannot be guessed', async () => {
  const { db, addCard, place } = await start()
  const { code } = await addCard(5_000)
  const sender = { network: 'one', address: 'maya' }
  const guess = () => place('K7F2 9QXW 3MPT 8D4V', { sender })
  for (let guesses = 0; guesses < 40; guesses += 1)
    expect(await guess()).toEqual({ ok: false, reason: 'gift-card', problem: 'unknown' })
  const counts = () => db.selectFrom('limits').select(['key', 'count']).orderBy('key').execute()
  const all = (count: number) => [
    { key: 'order:address:maya', count },
    { key: 'order:network:one', count },
  ]
  expect(await counts()).toEqual(all(40))
  expect(await guess()).toMatchObject({ ok: false, reason: 'too-many' })
  expect(await place(code, { sender })).toMatchObject({ ok: false, reason: 'too-many' })
  expect(await counts()).toEqual(all(42))
  expect(await db.selectFrom('orders').selectAll().execute()).toEqual([])
})

test('canceling gives it back once, and reopening or undoing takes it again, unless it was spent', async () => {
  const { db, deps, addCard, placed, change, balances } = await start()
  const card = await addCard(3_000)
  const { number, id } = await placed(card.code, 'pick-up')
  const left = () => readBalance(db, card.id)
  expect(await Promise.all([change(number, 'new', 'cancelled'), change(number, 'new', 'cancelled')])).toEqual([
    { ok: true },
    { ok: true },
  ])
  expect(await left()).toBe(3_000)
  expect(await balances()).toEqual({ desk: 3_000, 'gift-cards': -3_000, 'product-sales': 0, 'sales-tax': 0 })
  const undone = { number, from: 'cancelled', to: 'new', now: Date.now() } as const
  expect(await undoOrderChange(deps, admin, undone)).toEqual({ ok: true })
  expect(await left()).toBe(637)
  await change(number, 'new', 'cancelled')
  await placed(card.code)
  expect(await change(number, 'cancelled', 'confirmed')).toEqual({ ok: false, reason: 'card-spent' })
  expect(await findOrder({ db }, id)).toMatchObject({ status: 'cancelled' })
  expect(await left()).toBe(637)
})

test('an order that is canceled gives back to its own card', async () => {
  const { db, addCard, placed, change } = await start()
  const [one, two] = [await addCard(3_000), await addCard(1_000)]
  await placed(one.code, 'pick-up')
  const { number } = await placed(two.code, 'pick-up')
  await change(number, 'new', 'cancelled')
  expect([await readBalance(db, one.id), await readBalance(db, two.id)]).toEqual([637, 1_000])
})

test('an order that ends unpaid, and one whose payment goes back, give the card its part again', async () => {
  const { db, deps, addCard, placed, begin, server, check, change, balances } = await start()
  const card = await addCard(2_000)
  const unpaid = await placed(card.code)
  await endUnpaid(deps, `order:${unpaid.number}`, Date.now() + payWithinMs)
  expect(await findOrder({ db }, unpaid.id)).toMatchObject({ status: 'cancelled' })
  expect(await readBalance(db, card.id)).toBe(2_000)

  const paid = await placed(card.code)
  await begin(paid.id)
  server.pay(server.newest()!.id)
  await check()
  await change(paid.number, 'new', 'cancelled')
  for (const { id } of await db.selectFrom('refunds').select('id').execute()) await sendRefund(deps, id, Date.now())
  expect(await readBalance(db, card.id)).toBe(2_000)
  expect(await balances()).toEqual({
    desk: 2_000,
    'gift-cards': -2_000,
    provider: 0,
    receivable: 0,
    'product-sales': 0,
    'sales-tax': 0,
  })
})

test('fifty orders at once in two processes take no more than there is on the card', async () => {
  const databases = await openTwice()
  const { db, addCard, place, deps, provider } = await start(databases[0])
  const other = payingDeps(databases[1], provider)
  const card = await addCard(10_000)
  const placedAtOnce = await Promise.all(
    Array.from({ length: 50 }, (_, each) => place(card.code, { on: each % 2 ? other : deps })),
  )
  expect(placedAtOnce.filter(({ ok }) => ok)).toHaveLength(5)
  const taken = await db.selectFrom('orders').select('giftCardCents').orderBy('giftCardCents').execute()
  expect(taken.map(({ giftCardCents }) => giftCardCents)).toEqual([548, 2_363, 2_363, 2_363, 2_363])
  expect(await readBalance(db, card.id)).toBe(0)
  expect(await findUnbalanced(db)).toEqual([])
})
