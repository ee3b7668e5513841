import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { post } from '#app/domain/ledger/ledger.server.ts'
import { endPayment, findPayment, noteAsked, numberReceipt, recordPaid } from '#app/domain/payments/payments.server.ts'
import type { Payment, RefundReason } from '#app/domain/payments/payment.ts'
import { askFullRefund } from '#app/domain/payments/refunds.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Answer, Checkout, PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { canBePaid } from './order.ts'
import { lockOrder } from './pay-order.server.ts'

type Deps = { database: Database; queue: Queue; mailDomain: string; payments: PaymentProvider }

/** 'busy': the provider does not say; it has to be asked again. */
export type CheckPaymentResult = 'open' | 'paid' | 'ended' | 'not-found' | 'busy'

/**
 * Asks the provider about a payment, and records what it says. Webhooks, the customer's return and the recurring job all
 * lead here, in any order and as often as they like. What can't be paid any more is ended at the provider first.
 */
export async function checkPayment(deps: Deps, id: string, now: number): Promise<CheckPaymentResult> {
  const { database } = deps
  const { db } = database
  const payment = await findPayment(db, id)
  if (payment?.state !== 'open') return payment?.state ?? 'not-found'
  await noteAsked(db, id, now)
  const isOver = payment.expiresAt <= now || (await mayNotBePaid(db, payment.orderId, now))
  if (payment.checkoutId === undefined) {
    // Its address was never known, so nobody can have paid.
    if (isOver) await endPayment(db, id, now)
    return isOver ? 'ended' : 'open'
  }
  const answer = await ask(deps.payments, payment.checkoutId, isOver)
  if (!answer.ok || answer.reference !== id) return 'busy'
  if (answer.state === 'paid') return settle(deps, payment, answer, now)
  if (answer.state === 'expired') await endPayment(db, id, now)
  return answer.state === 'expired' ? 'ended' : 'open'
}

async function ask(payments: PaymentProvider, checkoutId: string, isOver: boolean): Promise<Answer<Checkout>> {
  const answer = await payments.readCheckout(checkoutId)
  if (!answer.ok || !isOver || answer.state !== 'open') return answer
  await payments.expireCheckout(checkoutId)
  // It may have been paid right before.
  return payments.readCheckout(checkoutId)
}

/** The order was canceled or picked up, was paid already, or its time is over. */
async function mayNotBePaid(db: Db, orderId: string, now: number) {
  const order = await db
    .selectFrom('orders')
    .select(['status', 'payBy', 'paidWith'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order || !canBePaid(order.status) || order.paidWith !== null) return true
  return order.status === 'new' && order.payBy !== null && order.payBy <= now
}

/** Money that arrived: for the order, with receipt and ledger in one transaction, or to be sent back. */
async function settle(
  { database, queue, mailDomain }: Deps,
  payment: Payment,
  { amountCents, paymentId }: Checkout,
  now: number,
): Promise<CheckPaymentResult> {
  // Of another currency: only a person can say what it is.
  if (amountCents === 0 || paymentId === undefined) return 'busy'
  await database.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    if (!(await recordPaid(tx, payment, { amountCents, paymentId }, now))) return
    const reason = toReason(order, amountCents)
    if (reason) return void (await askFullRefund({ tx, queue }, { paymentId: payment.id, reason, now }))
    await tx
      .updateTable('orders')
      .set({ paidWith: payment.id, payBy: null })
      .where('id', '=', payment.orderId)
      .execute()
    await numberReceipt(tx, payment.id)
    await postSale(tx, payment, now)
    const ids = { orderId: payment.orderId, paymentId: payment.id }
    if (order?.email) await sendEmail({ tx, queue, mailDomain }, { kind: 'order-paid', ids, recipient: order.email })
  })
  return 'paid'
}

/** Why it has to go back. */
function toReason(order: Awaited<ReturnType<typeof lockOrder>>, amountCents: number): RefundReason | undefined {
  if (!order || order.status === 'cancelled') return 'order-canceled'
  if (order.paidWith !== undefined) return 'paid-twice'
  return order.totalCents === amountCents ? undefined : 'other-amount'
}

export const toSaleKey = (paymentId: string) => `sale:${paymentId}`

/** One line for each product, and one for its tax, at the price of the order. */
async function postSale(tx: Tx, { id, orderId, orderNumber }: Payment, now: number) {
  const lines = await tx
    .selectFrom('orderLines')
    .select(['productId', 'priceCents', 'quantity', 'taxCents'])
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()
  const sales = lines
    .flatMap(({ productId: item, priceCents, quantity, taxCents }) => [
      { account: 'product-sales' as const, item, cents: -priceCents * quantity },
      { account: 'sales-tax' as const, item, cents: -(taxCents ?? 0) },
    ])
    // What costs nothing moves nothing.
    .filter(({ cents }) => cents !== 0)
  const total = sales.reduce((sum, { cents }) => sum - cents, 0)
  await post(tx, {
    key: toSaleKey(id),
    subject: `order:${orderNumber}`,
    at: now,
    lines: [{ account: 'receivable', cents: total }, ...sales],
  })
}
