import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '#app/database/tables.ts'
import type { StockDeps } from '#app/domain/catalogue/stock.server.ts'
import { listPosted, post } from '#app/domain/ledger/ledger.server.ts'
import { shareOut } from '#app/domain/ledger/ledger.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Payable, PaidPayment } from '#app/domain/payments/payable.ts'
import type { Payment, Refund, RefundReason } from '#app/domain/payments/payment.ts'
import { numberReceipt } from '#app/domain/payments/payments.server.ts'
import { listRefunds } from '#app/domain/payments/refunds.server.ts'
import { readSubject } from '#app/domain/payments/subject.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { canBePaid, dueCents, isCovered } from './order.ts'
import { takeBackDeskSale } from './desk-sale.server.ts'
import { listSold } from './order-gift-card.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { moveHoldings } from './order-holdings.server.ts'
import { lockOrder } from './pay-order.server.ts'

type Deps = StockDeps & { queue: Queue; mailDomain: string }

/** The money of orders; each is known by its number. */
export const payableOrders = (deps: Deps): Payable => ({
  /** It was canceled or picked up, was paid already, or its time is over. */
  async isOver(db, number, now) {
    const order = await db
      .selectFrom('orders')
      .select(['status', 'payBy', 'paidWith', 'totalCents', 'giftCardCents'])
      .where('number', '=', number)
      .executeTakeFirst()
    if (!order || !canBePaid(order.status) || order.paidWith !== null) return true
    if (isCovered(withoutNulls(order))) return true
    return order.status === 'new' && order.payBy !== null && order.payBy <= now
  },

  lock: lockOrder,

  async use(tx, payment, now) {
    const order = await lockOrder(tx, readSubject(payment.subject).ref)
    const reason = toReason(order, payment.paidCents)
    if (!order || reason) return reason
    await tx.updateTable('orders').set({ paidWith: payment.id, payBy: null }).where('id', '=', order.id).execute()
    await numberReceipt(tx, payment.id)
    await takeBackDeskSale(tx, { ...order, now })
    await postSale(tx, payment, order, now)
    const ids = { orderId: order.id, paymentId: payment.id }
    if (order.email) await sendEmail({ ...deps, tx }, { kind: 'order-paid', ids, recipient: order.email })
    return undefined
  },

  async release(tx, { id, subject }) {
    await tx
      .updateTable('orders')
      .set({ paidWith: null })
      .where('number', '=', readSubject(subject).ref)
      .where('paidWith', '=', id)
      .execute()
  },

  async takeBack(tx, refund, payment, now) {
    await postReturn(tx, refund, payment, now)
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'email'])
      .where('number', '=', readSubject(payment.subject).ref)
      .executeTakeFirst()
    if (!order?.email) return
    const ids = { orderId: order.id, refundId: refund.id }
    await sendEmail({ ...deps, tx }, { kind: 'payment-refunded', ids, recipient: order.email })
  },

  async listOverdue(db, now) {
    const rows = await db
      .selectFrom('orders')
      .select('number')
      .where('payBy', '<=', now)
      .where('status', '=', 'new')
      .where('paidWith', 'is', null)
      .execute()
    return rows.map(({ number }) => number)
  },

  /** Its pieces go back to the stock, and the customer is told. One that staff confirmed meanwhile is theirs to decide. */
  async endUnpaid(tx, number, now) {
    const order = await tx
      .updateTable('orders')
      .set({ status: 'cancelled', payBy: null })
      .where('number', '=', number)
      .where('status', '=', 'new')
      .where('payBy', '<=', now)
      .where('paidWith', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!order) return
    const { id: orderId, email: recipient } = order
    const change = {
      id: randomUUIDv7(),
      orderId,
      status: 'cancelled' as const,
      changedAt: now,
      told: recipient ? 1 : 0,
    }
    await tx.insertInto('orderChanges').values(change).execute()
    await moveHoldings(deps, tx, { id: orderId, number, from: 'new', to: 'cancelled', now })
    if (recipient) await sendEmail({ ...deps, tx }, { kind: 'order-unpaid', ids: { orderId }, recipient })
  },
})

/** Why it has to go back. */
function toReason(order: Awaited<ReturnType<typeof lockOrder>>, paidCents: number): RefundReason | undefined {
  if (!order || order.status === 'cancelled') return 'canceled'
  if (order.paidWith !== undefined || isCovered(order)) return 'paid-twice'
  return dueCents(order) === paidCents ? undefined : 'other-amount'
}

const toSaleKey = (paymentId: string) => `sale:${paymentId}`

/** What a gift card has not paid for before. */
async function postSale(
  tx: Tx,
  { id, subject, paidCents }: PaidPayment,
  { id: orderId, giftCardCents }: { id: string; giftCardCents?: number | undefined },
  now: number,
) {
  await post(tx, {
    key: toSaleKey(id),
    subject,
    at: now,
    lines: [{ account: 'receivable', cents: paidCents }, ...(await listSold(tx, orderId, paidCents, giftCardCents))],
  })
}

/** In the proportions in which it was sold, to the cent; nothing if the payment was for no sale. */
async function postReturn(tx: Tx, refund: Refund, payment: Payment, now: number) {
  const { subject } = payment
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
