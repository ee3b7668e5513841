import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { listPosted, post } from '#app/domain/ledger/ledger.server.ts'
import { shareOut } from '#app/domain/ledger/ledger.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { checkSoon, findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import type { Payment, Refund } from '#app/domain/payments/payment.ts'
import {
  askFullRefund,
  listRefunds,
  sendRefund,
  type SendRefundResult,
  withdrawRefund,
} from '#app/domain/payments/refunds.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { toSaleKey } from './check-payment.server.ts'

type Canceled = { id: string; now: number }

/**
 * For an order that was canceled in this transaction: what was paid goes back in full, after the time for Undo, and an
 * open checkout is ended.
 */
export async function refundCanceled({ tx, queue }: { tx: Tx; queue: Queue }, { id, now }: Canceled) {
  const open = await findOpenPayment(tx, id)
  if (open) await checkSoon(queue, tx, open.id)
  const order = await tx.selectFrom('orders').select('paidWith').where('id', '=', id).executeTakeFirst()
  if (!order?.paidWith) return
  const sendAt = now + undoOfferMs
  await askFullRefund({ tx, queue }, { paymentId: order.paidWith, reason: 'order-canceled', now, sendAt })
  // Reopened, it can be paid again.
  await tx.updateTable('orders').set({ paidWith: null }).where('id', '=', id).execute()
}

/** For a cancellation that was undone in this transaction. A refund on its way stays, and the order can be paid again. */
export async function keepPaid(tx: Tx, orderId: string) {
  const { payments } = await listPayments(tx, orderId)
  const kept = await withdrawRefund(
    tx,
    payments.filter(({ receiptNumber }) => receiptNumber !== undefined).map(({ id }) => id),
  )
  if (kept) await tx.updateTable('orders').set({ paidWith: kept.paymentId }).where('id', '=', orderId).execute()
}

type Deps = { database: Database; queue: Queue; mailDomain: string; payments: PaymentProvider }

/** Sends a refund back, and takes it off the sales. */
export const refundOrder = (deps: Deps, refundId: string, now: number): Promise<SendRefundResult> =>
  sendRefund(deps, refundId, {
    now,
    async record(tx, refund, payment) {
      await postReturn(tx, refund, payment, now)
      const order = await tx.selectFrom('orders').select('email').where('id', '=', payment.orderId).executeTakeFirst()
      if (!order?.email) return
      const ids = { orderId: payment.orderId, refundId }
      await sendEmail({ ...deps, tx }, { kind: 'payment-refunded', ids, recipient: order.email })
    },
  })

/** In the proportions in which it was sold, to the cent; nothing if the payment was for no sale. */
async function postReturn(tx: Tx, refund: Refund, payment: Payment, now: number) {
  const subject = `order:${payment.orderNumber}`
  const sale = (await listPosted(tx, subject)).find(({ key }) => key === toSaleKey(payment.id))
  const sold = sale?.lines.filter(({ account }) => account !== 'receivable') ?? []
  if (sold.length === 0) return
  const earlier = (await listRefunds(tx, [payment.id])).filter(({ id, state }) => id !== refund.id && state === 'done')
  const before = earlier.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const shares = shareOut(
    sold.map(({ cents }) => -cents),
    refund.amountCents,
    before,
  )
  const returned = sold.map((line, index) => ({ ...line, cents: shares[index]! })).filter(({ cents }) => cents !== 0)
  await post(tx, {
    key: `return:${refund.id}`,
    subject,
    at: now,
    lines: [...returned, { account: 'receivable', cents: -refund.amountCents }],
  })
}
