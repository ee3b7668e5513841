import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

/** Refunds of what was canceled by somebody who may not refund, the oldest first. */
export const listWaitingRefunds = (db: Db) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'paymentId', 'subject', 'refunds.amountCents', 'refunds.askedAt as at'])
    .where('refunds.state', '=', 'asked')
    .where('waits', '=', 1)
    .orderBy('refunds.askedAt')
    .orderBy('refunds.id')
    .execute()

/** Sends what waits of a payment; false if nothing does, for instance since the cancellation was undone. */
export const sendWaitingRefunds = (
  { database, queue, vault }: { database: Database; queue: Queue; vault: Vault },
  actor: Actor,
  paymentId: string,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const sent = await tx
      .updateTable('refunds')
      .set({ waits: null })
      .where('paymentId', '=', paymentId)
      .where('state', '=', 'asked')
      .where('waits', '=', 1)
      .returning(['id', 'amountCents'])
      .execute()
    for (const { id, amountCents } of sent) {
      await queue.enqueue(tx, 'send-refund', { refundId: id }, { uniqueKey: `send-refund:${id}` })
      const detail = formatCents(amountCents)
      await recordAct({ tx, vault }, actor, { act: 'payment.refunded', record: `payment:${paymentId}`, detail })
    }
    return sent.length > 0
  })

/** A manager keeps what waits of a payment; what is left of it can be refunded later. False if nothing waits. */
export const keepWaitingRefunds = (
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  paymentId: string,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const kept = await tx
      .deleteFrom('refunds')
      .where('paymentId', '=', paymentId)
      .where('state', '=', 'asked')
      .where('waits', '=', 1)
      .returning('amountCents')
      .execute()
    for (const { amountCents } of kept) {
      const detail = formatCents(amountCents)
      await recordAct({ tx, vault }, actor, { act: 'payment.refund-kept', record: `payment:${paymentId}`, detail })
    }
    return kept.length > 0
  })
