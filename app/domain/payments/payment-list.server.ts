import type { Db } from '#app/database/tables.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Payment, Refund } from './payment.ts'
import { listRefunds } from './refunds.server.ts'

/** Of an order, the newest first. */
export async function listPayments(db: Db, orderId: string): Promise<{ payments: Payment[]; refunds: Refund[] }> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('startedAt', 'desc')
    .execute()
  const payments = rows.map(withoutNulls)
  return {
    payments,
    refunds: await listRefunds(
      db,
      payments.map(({ id }) => id),
    ),
  }
}

/** Number and amount of the receipt of a payment; undefined if it paid for nothing. */
export async function findReceipt(db: Db, id: string): Promise<{ number: number; cents: number } | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(['receiptNumber', 'paidCents'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.receiptNumber || !row.paidCents) return undefined
  return { number: row.receiptNumber, cents: row.paidCents }
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withoutNulls(row)
}
