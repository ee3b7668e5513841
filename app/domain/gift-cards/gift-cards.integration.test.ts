import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { findUnbalanced, readBalances } from '#app/domain/ledger/ledger.server.ts'
import { checkPayment } from '#app/domain/payments/check-payment.server.ts'
import { endUnpaid, endUnpaidSoon } from '#app/domain/payments/end-unpaid.server.ts'
import { refundByStaff } from '#app/domain/payments/refund-by-staff.server.ts'
import { paymentJobs } from '#app/jobs/payments.server.ts'
import { payloads } from '#app/queue/payloads.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { payingDeps } from '#tests/support/paying.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { orderGiftCard, payForGiftCard } from './buy-gift-card.server.ts'
import { checkBalance } from './check-balance.server.ts'
import { hashCode, readCode } from './code.server.ts'
import { findCard, openCode, readBalance } from './gift-cards.server.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const day = 24 * 60 * 60_000
const present = { recipientName: 'Leela', recipientEmail: 'leela@example.com', message: 'Happy birthday!' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function start(opened?: Database) {
  const database = opened ?? (await openTestDatabase())
  const server = await startPaymentServer(onTestFinished)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const deps = payingDeps(database, { secretKey, webhookSecret, url: server.origin })
  const { db } = database
  async function order(amountCents = 5_000, more: Partial<typeof present> = {}) {
    const purchase = { amountCents, email: 'maya@example.com', ...more, sender: undefined, now: Date.now() }
    const ordered = await orderGiftCard(deps, purchase)
    if (!ordered.ok) throw new Error(ordered.reason)
    return ordered.card.id
  }
  const begin = (id: string) =>
    payForGiftCard(deps, { id, label: 'Gift card', origin: 'http://clinic.test', now: Date.now() })
  const payments = () => db.selectFrom('payments').selectAll().orderBy('startedAt').execute()
  const check = async () => {
    for (const { id } of await payments()) await checkPayment(deps, id, Date.now())
  }
  async function buy(amountCents = 5_000, more: Partial<typeof present> = {}) {
    const id = await order(amountCents, more)
    await begin(id)
    server.pay(server.newest()!.id)
    await check()
    return id
  }
  const balance = (id: string) => readBalance(db, id)
  const emails = async () =>
    (await db.selectFrom('emails').select(['kind', 'recipient']).execute()).map(
      ({ kind, recipient }) => `${kind} to ${recipient}`,
    )
  /** Every job about payments that is due, as the worker runs them. */
  async function work() {
    for (const job of await db.selectFrom('jobs').selectAll().where('runAt', '<=', Date.now()).execute()) {
      const handler = paymentJobs[job.kind as keyof typeof paymentJobs]
      if (!handler) continue
      const payload = payloads[job.kind as keyof typeof paymentJobs].parse(JSON.parse(job.payload))
      await handler.run(deps, payload as never)
      await db.deleteFrom('jobs').where('id', '=', job.id).execute()
    }
  }
  return { database, db, server, deps, order, begin, buy, payments, check, balance, emails, work }
}

test('a code is read however it is typed, and there are 28^16 of them', () => {
  expect(readCode('k7f2-9qxw 3mpt\u20118d4v')).toBe('K7F29QXW3MPT8D4V')
  for (const none of ['', 'K7F29QXW3MPT8D4', 'K7F29QXW3MPT8D4VV', 'K7F29QXW3MPT8D4O'])
    expect(readCode(none)).toBeUndefined()
  expect(hashCode('K7F29QXW3MPT8D4V')).toHaveLength(43)
})

test('a card can be used once it is paid for: balance, receipt, ledger and emails, however often that is heard', async () => {
  const { db, database, server, deps, order, begin, check, balance, emails, payments } = await start()
  const id = await order(5_000, present)
  const code = await openCode({ db, vault: deps.vault }, id)
  const ask = () => checkBalance(deps, { code, sender: undefined, now: Date.now() })
  expect(await begin(id)).toMatchObject({ ok: true })
  expect(server.newest()).toMatchObject({ amount: 5_000, label: 'Gift card' })
  // Not before.
  expect(await ask()).toEqual({ ok: false, reason: 'unknown' })
  server.pay(server.newest()!.id)
  await Promise.all([check(), check(), check()])
  expect(await findCard(db, id)).toMatchObject({ state: 'active', payBy: undefined, hint: code.slice(-4) })
  expect(await ask()).toEqual({ ok: true, cents: 5_000 })
  expect(await balance(id)).toBe(5_000)
  expect(await payments()).toMatchObject([{ state: 'paid', receiptNumber: 1 }])
  expect(Object.fromEntries(await readBalances(db))).toEqual({ provider: 5_000, receivable: 0, 'gift-cards': -5_000 })
  expect(await findUnbalanced(db)).toEqual([])
  expect((await emails()).toSorted()).toEqual(['gift-card to leela@example.com', 'gift-card-paid to maya@example.com'])
  expect(await begin(id)).toEqual({ ok: false, reason: 'over' })
  // Neither the code nor what a card shows is in the database in the open.
  expect(JSON.stringify(await database.db.selectFrom('emails').selectAll().execute())).not.toContain(code)
})

test('a card that nobody paid for is deleted after a day, with its checkout and its key', async () => {
  const { db, deps, order, begin, server, work } = await start()
  const id = await order()
  await begin(id)
  vi.setSystemTime(Date.now() + day - 60_000)
  await endUnpaidSoon(deps, Date.now())
  await work()
  expect(await findCard(db, id)).toBeDefined()
  vi.setSystemTime(Date.now() + 60_000)
  await endUnpaidSoon(deps, Date.now())
  await work()
  expect(await findCard(db, id)).toBeUndefined()
  expect(server.pay(server.newest()!.id)).toBe(false)
  expect(await db.selectFrom('recordKeys').selectAll().where('purpose', '=', 'gift-card').execute()).toEqual([])
})

test('money for a card that is gone, was paid for, or costs something else goes back', async () => {
  const { db, database, server, deps, order, begin, check, buy, payments, work } = await start()
  const id = await order()
  await begin(id)
  await db.updateTable('giftCards').set({ amountCents: 9_000 }).where('id', '=', id).execute()
  server.pay(server.newest()!.id)
  await check()
  await work()
  expect(await findCard(db, id)).toMatchObject({ state: 'unpaid' })
  expect(await db.selectFrom('refunds').select(['reason', 'state']).execute()).toEqual([
    { reason: 'other-amount', state: 'done' },
  ])
  expect(Object.fromEntries(await readBalances(db))).toEqual({ provider: 0, receivable: 0 })

  const paid = await buy()
  const payment = (await payments()).find(({ subject }) => subject === `gift-card:${paid}`)!
  const use = (subject: `gift-card:${string}`) =>
    database.transaction((tx) => {
      const again = { ...withoutNulls(payment), subject, id: 'again', paidCents: 5_000 }
      return deps.payables['gift-card'].use(tx, again, Date.now())
    })
  expect(await use(`gift-card:${paid}`)).toBe('paid-twice')
  expect(await use('gift-card:gone')).toBe('canceled')
})

test('a card that is gone has no checkout, nor has one whose payment ended while it was made', async () => {
  const { db, deps, order, begin, payments } = await start()
  expect(await begin('gone')).toEqual({ ok: false, reason: 'not-found' })
  const id = await order()
  const createCheckout: typeof deps.payments.createCheckout = async (input) => {
    const made = await deps.payments.createCheckout(input)
    await db.updateTable('payments').set({ state: 'ended' }).execute()
    return made
  }
  const slow = { ...deps, payments: { ...deps.payments, createCheckout } }
  const begun = await payForGiftCard(slow, { id, label: 'Gift card', origin: 'http://clinic.test', now: Date.now() })
  expect(begun).toEqual({ ok: false, reason: 'busy' })
  const [payment] = await payments()
  expect(payment).toMatchObject({ state: 'ended', checkoutUrl: null })
  const refund = { paymentId: payment!.id, key: 'a', amountCents: 1, seenCents: 0, now: Date.now() }
  expect(await refundByStaff(deps, admin, refund)).toEqual({ ok: false, reason: 'not-found' })
})

test('a card is kept if paying for it began while it was ended', async () => {
  const { db, deps, order, begin, payments } = await start()
  const id = await order()
  await begin(id)
  const [payment] = await payments()
  await db.deleteFrom('payments').execute()
  const card = deps.payables['gift-card']
  const lock: typeof card.lock = async (tx, ref) => {
    await card.lock(tx, ref)
    await tx.insertInto('payments').values(payment!).execute()
  }
  const late = { ...deps, payables: { ...deps.payables, 'gift-card': { ...card, lock } } }
  const now = Date.now() + day
  expect(await endUnpaid(late, `gift-card:${id}`, now)).toBe(false)
  expect(await findCard(db, id)).toBeDefined()
  await db.deleteFrom('payments').execute()
  expect(await endUnpaid(deps, `gift-card:${id}`, now)).toBe(true)
  expect(await findCard(db, id)).toBeUndefined()
})

describe('a refund by staff', () => {
  const refund = async (on: Awaited<ReturnType<typeof start>>, amountCents: number, key: string, seenCents = 0) => {
    const [payment] = await on.payments()
    return refundByStaff(on.deps, admin, { paymentId: payment!.id, key, amountCents, seenCents, now: Date.now() })
  }

  test('takes the money off the card at once, and off the ledger once it is sent', async () => {
    const site = await start()
    const id = await site.buy()
    expect(await refund(site, 2_000, 'a')).toMatchObject({ ok: true, isNew: true })
    // On its way: nobody can spend it any more.
    expect(await site.balance(id)).toBe(3_000)
    await site.work()
    expect(await site.balance(id)).toBe(3_000)
    expect(Object.fromEntries(await readBalances(site.db))).toEqual({
      provider: 3_000,
      receivable: 0,
      'gift-cards': -3_000,
    })
    expect(await site.emails()).toContain('gift-card-refunded to maya@example.com')
    expect(await refund(site, 2_000, 'a')).toMatchObject({ ok: true, isNew: false })
    expect(await refund(site, 3_001, 'b', 2_000)).toEqual({ ok: false, reason: 'too-much', leftCents: 3_000 })
    expect(await refund(site, 3_000, 'b', 2_000)).toMatchObject({ ok: true })
    expect(await site.balance(id)).toBe(0)
  })

  test('that the bank rejects gives the money back to the card', async () => {
    const site = await start()
    const id = await site.buy()
    await refund(site, 2_000, 'a')
    await site.db.updateTable('refunds').set({ state: 'failed' }).execute()
    expect(await site.balance(id)).toBe(5_000)
  })
})
