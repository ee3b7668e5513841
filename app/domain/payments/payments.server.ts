import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Checkout, PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { checkoutMs, type Payment, toReturnUrl } from './payment.ts'
import { noteAnswer } from './provider-health.server.ts'
import type { Subject } from './subject.ts'

/** `origin`: of this website. */
type NewPayment = Pick<Payment, 'subject' | 'amountCents' | 'purpose'> & { origin: string }

/** The open payment for something: the one that is there, or a new one. The caller has locked what it is for. */
export async function openPayment(tx: Tx, { now, origin, ...payment }: NewPayment & { now: number }): Promise<Payment> {
  const open = await findOpenPayment(tx, payment.subject)
  if (open) return open
  const id = randomUUID()
  const times = { startedAt: now, askedAt: now, expiresAt: now + checkoutMs }
  const row = await tx
    .insertInto('payments')
    .values({ ...payment, ...times, id, returnUrl: toReturnUrl(origin, id), state: 'open' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return withoutNulls(row)
}

type CheckoutDeps = { database: Database; payments: PaymentProvider }

export type CreateCheckoutResult =
  | { ok: true; url: string }
  /** 'over': this payment cannot be paid any more; a new one can be opened. */
  | { ok: false; reason: 'busy' | 'over' }

/**
 * Asks the provider for the payment's checkout. The payment is committed before, and its id is the idempotency key, so
 * whatever is lost on the way, there is one checkout. It can be paid only once its address is stored.
 */
export async function createCheckout(
  { database, payments }: CheckoutDeps,
  payment: Payment,
  { label, now }: { label: string; now: number },
): Promise<CreateCheckoutResult> {
  const { db } = database
  if (payment.checkoutUrl) return { ok: true, url: payment.checkoutUrl }
  const { id, amountCents, returnUrl, expiresAt } = payment
  const input = { key: id, reference: id, label, returnUrl, expiresAt }
  const made = await (payment.purpose === 'card'
    ? payments.createCardCheckout(input)
    : payments.createCheckout({ ...input, amountCents }))
  // An idempotency error is about this checkout alone.
  if (made.ok || made.reason !== 'code-idempotency_error') await noteAnswer(database, 'open', made, now)
  if (!made.ok) {
    const failure = [made.reason, made.said].filter(Boolean).join(': ')
    await db.updateTable('payments').set({ failure }).where('id', '=', id).where('state', '=', 'open').execute()
    return { ok: false, reason: made.failure === 'busy' ? 'busy' : 'over' }
  }
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ checkoutId: made.id, checkoutUrl: made.url, failure: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { ok: true, url: made.url } : { ok: false, reason: 'over' }
}

export async function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withoutNulls(row)
}

export async function findOpenPayment(db: Db, subject: Subject): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row && withoutNulls(row)
}

/** Records what the provider said was paid, once; false if it was recorded before. */
export async function recordPaid(
  tx: Tx,
  { id, subject }: Pick<Payment, 'id' | 'subject'>,
  { amountCents, paymentId }: Pick<Checkout, 'amountCents' | 'paymentId'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: 'paid', paidCents: amountCents, providerId: paymentId ?? null, endedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  return post(tx, {
    key: `payment:${id}`,
    subject,
    at: now,
    lines: [
      { account: 'provider', cents: amountCents },
      { account: 'receivable', cents: -amountCents },
    ],
  })
}

const ending = (db: Db, id: string, now: number) =>
  db.updateTable('payments').set({ state: 'ended', endedAt: now }).where('id', '=', id).where('state', '=', 'open')

/** It can't be paid any more: the provider said so. */
export const endPayment = (db: Db, id: string, now: number) => ending(db, id, now).execute()

/**
 * Ends one whose checkout nobody was led to, so that nobody can have paid. False if its address was stored meanwhile: only
 * the provider can say then.
 */
export async function endUnopened(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await ending(db, id, now).where('checkoutId', 'is', null).executeTakeFirst()
  return numUpdatedRows > 0n
}

export const noteAsked = (db: Db, id: string, now: number) =>
  db.updateTable('payments').set({ askedAt: now }).where('id', '=', id).execute()

/** Numbers a receipt. A rollback of the transaction gives the number back, so none is ever missing. */
export async function numberReceipt(tx: Tx, paymentId: string): Promise<number> {
  const { last } = await tx
    .insertInto('counters')
    .values({ name: 'receipt', last: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: sql`counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  await tx.updateTable('payments').set({ receiptNumber: last }).where('id', '=', paymentId).execute()
  return last
}

/** Has the provider asked about a payment soon. */
export const checkSoon = (queue: Queue, tx: Tx, paymentId: string) =>
  queue.enqueue(tx, 'check-payment', { paymentId }, { uniqueKey: `check-payment:${paymentId}` })
