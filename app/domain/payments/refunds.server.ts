import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { findPayable, type Payables } from './payable.ts'
import type { Payment, Refund, RefundReason } from './payment.ts'
import type { Subject } from './subject.ts'

export async function listRefunds(db: Db, paymentIds: string[]): Promise<Refund[]> {
  if (paymentIds.length === 0) return []
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', 'in', paymentIds)
    .orderBy('askedAt')
    .execute()
  return rows.map(withoutNulls)
}

/** What is on its way back to buyers, by what it was paid for. A payment without a receipt paid for nothing. */
export async function sumLeaving(db: Db, subjects: readonly Subject[]): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .where('subject', 'in', subjects)
    .where('receiptNumber', 'is not', null)
    .where('refunds.state', '=', 'asked')
    .groupBy('subject')
    .select(['subject', ({ fn }) => fn.sum<number>('refunds.amountCents').as('cents')])
    .execute()
  return new Map(rows.map(({ subject, cents }) => [subject, Number(cents)]))
}

/** What can still be sent back, with refunds on their way counted as sent. */
export const refundableCents = ({ paidCents = 0 }: Pick<Payment, 'paidCents'>, refunds: readonly Refund[]) =>
  paidCents - sumRefunds(refunds)

export const sumRefunds = (refunds: readonly Refund[]) =>
  refunds.filter(({ state }) => state !== 'failed').reduce((sum, { amountCents }) => sum + amountCents, 0)

export type AskRefundResult =
  /** `isNew`: false if this was asked for before. */
  | { ok: true; isNew: boolean; leftCents: number }
  | { ok: false; reason: 'too-much'; leftCents: number }
  /** More was refunded since the page was loaded. */
  | { ok: false; reason: 'changed-meanwhile' }

/** `id`: asking for the same again does nothing. `mostCents`: less than all that was paid can go back. */
type StaffRefund = NewRefund & { id: string; amountCents: number; seenCents: number; mostCents: number | undefined }

/** Asks for a part of a payment. */
export async function askRefund(
  deps: { tx: Tx; queue: Queue },
  { seenCents, mostCents = Infinity, ...refund }: StaffRefund,
): Promise<AskRefundResult> {
  const payment = await lockPayment(deps.tx, refund.paymentId)
  const refunds = payment ? await listRefunds(deps.tx, [payment.id]) : []
  const leftCents = payment ? Math.min(refundableCents(payment, refunds), mostCents) : 0
  if (refunds.some(({ id }) => id === refund.id)) return { ok: true, isNew: false, leftCents }
  if (sumRefunds(refunds) !== seenCents) return { ok: false, reason: 'changed-meanwhile' }
  if (refund.amountCents > leftCents) return { ok: false, reason: 'too-much', leftCents }
  await insertRefund(deps, refund)
  return { ok: true, isNew: true, leftCents: leftCents - refund.amountCents }
}

/** `waits`: nothing is sent until a manager does (`sendWaitingRefunds`). */
type NewRefund = { paymentId: string; reason: RefundReason; now: number; sendAt?: number; waits?: boolean }

/** Asks for what is left of a payment, or for so much of it; undefined if nothing is. */
export async function askFullRefund(
  deps: { tx: Tx; queue: Queue },
  { mostCents = Infinity, ...refund }: NewRefund & { mostCents?: number },
): Promise<Refund | undefined> {
  const payment = await lockPayment(deps.tx, refund.paymentId)
  if (!payment) return undefined
  const left = Math.min(refundableCents(payment, await listRefunds(deps.tx, [payment.id])), mostCents)
  return left > 0 ? insertRefund(deps, { ...refund, amountCents: left }) : undefined
}

async function insertRefund(
  { tx, queue }: { tx: Tx; queue: Queue },
  {
    id = randomUUID(),
    paymentId,
    reason,
    amountCents,
    now,
    sendAt,
    waits = false,
  }: NewRefund & { id?: string; amountCents: number },
): Promise<Refund> {
  const refund = await tx
    .insertInto('refunds')
    .values({ id, paymentId, reason, amountCents, state: 'asked', askedAt: now, waits: waits ? 1 : null })
    .returningAll()
    .executeTakeFirstOrThrow()
  const options = { uniqueKey: `send-refund:${refund.id}`, ...(sendAt !== undefined && { runAt: sendAt }) }
  if (!waits) await queue.enqueue(tx, 'send-refund', { refundId: refund.id }, options)
  return withoutNulls(refund)
}

/** The row, which nobody else can refund until the transaction ends; undefined if it was not paid. */
async function lockPayment(tx: Tx, id: string): Promise<Payment | undefined> {
  const row = await tx
    .updateTable('payments')
    .set({ state: 'paid' })
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .returningAll()
    .executeTakeFirst()
  return row && withoutNulls(row)
}

/** Takes back the refund of a canceled payment that was not tried yet; undefined if there is none. */
export async function withdrawRefund(tx: Tx, paymentId: string): Promise<Refund | undefined> {
  const row = await tx
    .deleteFrom('refunds')
    .where('paymentId', '=', paymentId)
    .where('reason', '=', 'canceled')
    .where('state', '=', 'asked')
    .where('triedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && withoutNulls(row)
}

type SendDeps = { database: Database; payments: PaymentProvider; payables: Payables }

export type SendRefundResult = 'over' | 'busy' | 'done' | 'failed'

/**
 * Has the provider send a refund back. That it was tried is committed first: then it can't be withdrawn any more, and the
 * next try looks for it at the provider, which forgets keys after a day.
 */
export async function sendRefund(
  { database, payments, payables }: SendDeps,
  id: string,
  now: number,
): Promise<SendRefundResult> {
  const claimed = await claimRefund(database, id, now)
  if (!claimed) return 'over'
  const { refund, payment } = claimed
  const sent = await payments.refund({
    key: id,
    paymentId: payment.providerId ?? '',
    amountCents: refund.amountCents,
    wasTried: refund.triedAt !== undefined,
  })
  if (!sent.ok && sent.failure === 'busy') return 'busy'
  return database.transaction(async (tx) => {
    const outcome = sent.ok
      ? { state: 'done' as const, doneAt: now, providerId: sent.id }
      : { state: 'failed' as const, failure: sent.reason }
    const { numUpdatedRows } = await tx
      .updateTable('refunds')
      .set(outcome)
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'over'
    if (!sent.ok) return 'failed'
    await postRefund(tx, refund, payment, now)
    await findPayable(payables, payment.subject).payable.takeBack(tx, refund, payment, now)
    return 'done'
  })
}

/** The refund as it was before this try. */
const claimRefund = (database: Database, id: string, now: number) =>
  database.transaction(async (tx) => {
    const row = await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
    const payment =
      row && (await tx.selectFrom('payments').selectAll().where('id', '=', row.paymentId).executeTakeFirst())
    if (!payment) return undefined
    const { numUpdatedRows } = await tx
      .updateTable('refunds')
      .set({ triedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .where('waits', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? { refund: withoutNulls(row), payment: withoutNulls(payment) } : undefined
  })

const postRefund = (tx: Tx, { id, amountCents }: Refund, { subject }: Payment, now: number) =>
  post(tx, {
    key: `refund:${id}`,
    subject,
    at: now,
    lines: [
      { account: 'receivable', cents: amountCents },
      { account: 'provider', cents: -amountCents },
    ],
  })
