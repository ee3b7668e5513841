import type { Tx } from '#app/database/tables.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import { checkSoon, findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { askFullRefund, listRefunds, refundableCents, withdrawRefund } from '#app/domain/payments/refunds.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { type Order, orderSubject } from './order.ts'

type Canceled = Pick<Order, 'id' | 'number'> & { now: number; waits?: boolean }

/**
 * For an order that was canceled in this transaction: what was paid goes back in full, after the time for Undo, and an
 * open checkout is ended.
 */
export async function refundCanceled(
  { tx, queue }: { tx: Tx; queue: Queue },
  { id, number, now, waits = false }: Canceled,
) {
  const open = await findOpenPayment(tx, orderSubject({ number }))
  if (open) await checkSoon(queue, tx, open.id)
  const order = await tx.selectFrom('orders').select('paidWith').where('id', '=', id).executeTakeFirst()
  if (!order?.paidWith) return
  const sendAt = now + undoOfferMs
  await askFullRefund({ tx, queue }, { paymentId: order.paidWith, reason: 'canceled', now, sendAt, waits })
  // Reopened, it can be paid again.
  await tx.updateTable('orders').set({ paidWith: null }).where('id', '=', id).execute()
}

/**
 * For a cancellation that was undone in this transaction. A refund on its way stays, and the order can be paid again; so
 * does that of an earlier cancellation, after which it was paid again.
 */
export async function keepPaid(tx: Tx, { id, number }: Pick<Order, 'id' | 'number'>) {
  const { payments } = await listPayments(tx, orderSubject({ number }))
  const last = payments.find(({ receiptNumber }) => receiptNumber !== undefined)
  if (!last) return
  await withdrawRefund(tx, last.id)
  // Also where a manager kept it, or the provider refused to send it back.
  if (refundableCents(last, await listRefunds(tx, [last.id])) <= 0) return
  await tx.updateTable('orders').set({ paidWith: last.id }).where('id', '=', id).execute()
}
