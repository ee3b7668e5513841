import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { describeSubject } from './describe-subject.ts'
import { findPayable, type Payables } from './payable.ts'
import { bankPrefix, checkoutMs, isByBank, type Payment } from './payment.ts'
import { noteAnswer } from './provider-health.server.ts'
import { recordMoney } from './record-money.server.ts'
import { type PayableKind, readSubject, type Subject } from './subject.ts'

type NewCharge = { subject: Subject; cardId: string; amountCents: number; chargeAt: number; now: number }

/** Has a saved card charged at that time. The caller has locked what it is for, and nothing is open for it. */
export async function askCharge({ tx, queue }: { tx: Tx; queue: Queue }, { now, ...charge }: NewCharge) {
  const id = randomUUID()
  const times = { startedAt: now, askedAt: now, expiresAt: charge.chargeAt + checkoutMs }
  await tx
    .insertInto('payments')
    .values({ ...charge, ...times, id, purpose: 'charge', state: 'open', returnUrl: '' })
    .execute()
  const options = { uniqueKey: `check-payment:${id}`, runAt: charge.chargeAt }
  await queue.enqueue(tx, 'check-payment', { paymentId: id }, options)
}

/** Takes back charges that were not tried yet, and claims on those that were declined. */
export async function withdrawCharges(tx: Tx, subject: Subject, now: number) {
  await tx
    .updateTable('payments')
    .set({ state: 'ended', endedAt: now })
    .where('subject', '=', subject)
    .where('purpose', '=', 'charge')
    .where((eb) => eb.or([eb.and([eb('state', '=', 'open'), eb('triedAt', 'is', null)]), eb('state', '=', 'declined')]))
    .execute()
}

/** What was declined and neither paid online since nor waived, the newest first. */
export async function listDeclined(db: Db, of: PayableKind) {
  const rows = await db
    .selectFrom('payments')
    .select(['subject', 'amountCents', 'endedAt', 'failure'])
    .where('state', '=', 'declined')
    .orderBy('endedAt', 'desc')
    .execute()
  return rows.flatMap(({ subject, amountCents, endedAt, failure }) => {
    const { kind, ref } = readSubject(subject)
    return kind === of ? [{ ref, amountCents, at: endedAt ?? 0, isByBank: isByBank({ failure }) }] : []
  })
}

type ChargeDeps = { database: Database; queue: Queue; payments: PaymentProvider; payables: Payables }

/**
 * Charges a saved card, once. That it was tried is committed first: then it can't be withdrawn any more, and the next try
 * looks for it at the provider, which forgets keys after a day.
 */
export async function chargeSavedCard(
  deps: ChargeDeps,
  payment: Payment,
  now: number,
): Promise<'open' | 'busy' | 'paid' | 'declined' | 'ended'> {
  const { id, amountCents, chargeAt = 0 } = payment
  if (chargeAt > now) return 'open'
  const claimed = await claimCharge(deps.database, id, now)
  if (!claimed) return 'ended'
  const { card, wasTried } = claimed
  if (!card) return recordDeclined(deps, payment, 'card-forgotten', now)
  const label = describeSubject(payment.subject)
  const charged = await deps.payments.chargeCard({ ...card, key: id, amountCents, label, wasTried })
  await noteAnswer(deps.database, 'read', charged, now)
  if (!charged.ok && charged.failure === 'busy') return 'busy'
  if (!charged.ok) return recordDeclined(deps, payment, [charged.reason, charged.said].filter(Boolean).join(': '), now)
  if (charged.state !== 'done')
    return recordDeclined(deps, payment, (charged.state === 'declined' ? bankPrefix : '') + charged.reason, now)
  return recordMoney(deps, payment, { amountCents, paymentId: charged.paymentId, now })
}

/** Whether it was tried before, and its card unless that was forgotten; undefined if it is over. */
const claimCharge = (database: Database, id: string, now: number) =>
  database.transaction(async (tx) => {
    const before = await findOpenCharge(tx, id)
    if (!before) return undefined
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({ triedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    const card = await tx
      .selectFrom('savedCards')
      .select(['customer', 'method'])
      .where('id', '=', before.cardId ?? '')
      .where('forgottenAt', 'is', null)
      .executeTakeFirst()
    return { card, wasTried: before.triedAt !== undefined }
  })

async function findOpenCharge(db: Db, id: string): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row && withoutNulls(row)
}

async function recordDeclined(
  { database, payables }: ChargeDeps,
  payment: Payment,
  failure: string,
  now: number,
): Promise<'declined'> {
  const { payable, ref } = findPayable(payables, payment.subject)
  await database.transaction(async (tx) => {
    await payable.lock(tx, ref)
    const set = (state: 'declined' | 'ended', from: Payment['state']) =>
      tx
        .updateTable('payments')
        .set({ state, endedAt: now, failure })
        .where('id', '=', payment.id)
        .where('state', '=', from)
        .executeTakeFirst()
    const { numUpdatedRows } = await set('declined', 'open')
    if (numUpdatedRows > 0n && !(await payable.noteDeclined?.(tx, payment, now))) await set('ended', 'declined')
  })
  return 'declined'
}
