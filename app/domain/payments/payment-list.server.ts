import type { Db } from '#app/database/tables.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Payment, Refund } from './payment.ts'
import { type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import { listRefunds, sumRefunds } from './refunds.server.ts'
import type { Subject } from './subject.ts'

/** Of an order or whatever else was paid for, the newest first. */
export async function listPayments(db: Db, subject: Subject): Promise<{ payments: Payment[]; refunds: Refund[] }> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('subject', '=', subject)
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

const pageSize = 25

export type PaymentRow = Pick<Payment, 'id' | 'subject' | 'state' | 'amountCents' | 'startedAt' | 'receiptNumber'> & {
  refundedCents: number
}

export async function listAllPayments(db: Db, place: PagePlace) {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    (reading) =>
      db
        .selectFrom('payments')
        .select(['id', 'subject', 'state', 'amountCents', 'startedAt', 'receiptNumber'])
        .$call((all) => byTime(all, 'startedAt', reading))
        .execute(),
    ({ startedAt: at, id }) => ({ at, id }),
  )
  const refunds = Map.groupBy(
    await listRefunds(
      db,
      rows.map(({ id }) => id),
    ),
    ({ paymentId }) => paymentId,
  )
  const payments: PaymentRow[] = rows.map((row) => ({
    ...withoutNulls(row),
    refundedCents: sumRefunds(refunds.get(row.id) ?? []),
  }))
  return { payments, ...around }
}

export type Receipt = { number: number; cents: number; paidAt: number }

/** The receipt of a payment; undefined if it paid for nothing. */
export const findReceipt = (db: Db, id: string): Promise<Receipt | undefined> => findReceiptBy(db, 'id', id)

/** The newest, if something was paid, refunded and paid again. */
export const findReceiptFor = (db: Db, subject: Subject) => findReceiptBy(db, 'subject', subject)

async function findReceiptBy(
  db: Db,
  column: 'id' | 'subject',
  value: string,
): Promise<(Receipt & { paymentId: string }) | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(['id', 'receiptNumber', 'paidCents', 'endedAt'])
    .where(column, '=', value)
    .where('receiptNumber', 'is not', null)
    .orderBy('receiptNumber', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.receiptNumber || !row.paidCents || !row.endedAt) return undefined
  return { paymentId: row.id, number: row.receiptNumber, cents: row.paidCents, paidAt: row.endedAt }
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withoutNulls(row)
}
