import { findReceipt, findRefund } from '#app/domain/payments/payment-list.server.ts'
import type { RefundReason } from '#app/domain/payments/payment.ts'
import type { Order } from '#app/domain/orders/order.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { orderUrl } from '#app/mail/links.ts'
import { toBillPart } from '#app/mail/order-parts.ts'
import { buttonPart, paragraphParts, type Part } from '#app/mail/parts.tsx'
import { sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { orderConfirmation } from '#content/emails.ts'
import { paymentEmails as words } from '#content/payments.ts'

const { why } = orderConfirmation
const sample = { order: sampleOrder, orderUrl: sampleLink('/orders') }

/** The receipt. Its number and amount are those of the moment of paying, whatever became of the order since. */
export const orderPaid = defineEmail({
  kind: 'order-paid',
  async load(deps, { orderId, paymentId }) {
    const order = await findOrder(deps.database, orderId)
    const receipt = await findReceipt(deps.database.db, paymentId)
    return order && receipt && { order, receipt, orderUrl: orderUrl(deps, orderId) }
  },
  head: ({ receipt: { number, cents }, clinic }) => ({
    subject: words.paid.subject(number, clinic.name),
    preview: words.paid.preview(formatCents(cents)),
    headline: words.paid.headline,
  }),
  body: ({ order, receipt: { number, cents }, ...data }) => [
    { paragraph: words.paid.text },
    toFacts(order, [
      { name: words.rows.receipt, value: String(number) },
      { name: words.rows.paid, value: formatCents(cents) },
    ]),
    toBillPart(order),
    buttonPart(words.link, data.orderUrl),
  ],
  why,
  sample: { ...sample, receipt: { number: 1024, cents: sampleOrder.totalCents, paidAt: sampleOrder.placedAt } },
})

export const orderUnpaid = defineEmail({
  kind: 'order-unpaid',
  async load(deps, { orderId }) {
    const order = await findOrder(deps.database, orderId)
    // Reopened meanwhile.
    return order?.status === 'cancelled' ? { order, orderUrl: orderUrl(deps, orderId) } : undefined
  },
  head: ({ order }) => ({ ...words.unpaid, subject: words.unpaid.subject(order.number) }),
  body: ({ order, ...data }) => [
    { paragraph: words.unpaid.text },
    toFacts(order),
    buttonPart(words.link, data.orderUrl),
    { paragraph: words.unpaid.after },
  ],
  why,
  sample,
})

type Refunded = { order: Order; cents: number; reason: RefundReason; orderUrl: string }

export const paymentRefunded = defineEmail({
  kind: 'payment-refunded',
  async load(deps, { orderId, refundId }): Promise<Refunded | undefined> {
    const order = await findOrder(deps.database, orderId)
    const refund = await findRefund(deps.database.db, refundId)
    if (!order || !refund) return undefined
    return { order, cents: refund.amountCents, reason: refund.reason, orderUrl: orderUrl(deps, orderId) }
  },
  head: ({ order, cents }) => ({
    subject: words.refunded.subject(order.number),
    preview: words.refunded.preview(formatCents(cents)),
    headline: words.refunded.headline(formatCents(cents)),
  }),
  body: ({ order, cents, reason, ...data }) => [
    ...paragraphParts([`${words.refunded.reasons[reason]} ${words.refunded.text}`.trim()]),
    toFacts(order, [{ name: words.rows.refunded, value: formatCents(cents) }]),
    buttonPart(words.link, data.orderUrl),
  ],
  why,
  sample: { ...sample, cents: sampleOrder.totalCents, reason: 'canceled' },
})

const toFacts = ({ number }: Order, more: { name: string; value: string }[] = []): Part => ({
  facts: [{ name: words.rows.order, value: number }, ...more],
})
