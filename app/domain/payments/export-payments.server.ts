import type { Db } from '#app/database/tables.ts'
import { toInstant } from '#app/domain/shared/data-subject.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { listPayments } from './payment-list.server.ts'
import type { Subject } from './subject.ts'

/** What was paid for something and sent back, for a person's copy. */
export async function exportPayments(db: Db, subject: Subject) {
  const { payments, refunds } = await listPayments(db, subject)
  return {
    payments: payments.flatMap(({ paidCents, endedAt, receiptNumber }) =>
      paidCents === undefined || endedAt === undefined
        ? []
        : [
            {
              paid: formatCents(paidCents),
              at: toInstant(endedAt),
              ...(receiptNumber !== undefined && { receiptNumber }),
            },
          ],
    ),
    refunds: refunds.map(({ amountCents, askedAt }) => ({
      refunded: formatCents(amountCents),
      at: toInstant(askedAt),
    })),
  }
}
