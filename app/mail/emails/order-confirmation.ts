import type { Order } from '#app/domain/orders/order.ts'
import { toHowToPay, toPaymentText } from '#app/domain/orders/payment-text.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { defineEmail, type ReadTexts } from '#app/mail/define-email.ts'
import { fillInTexts, textParts } from '#app/mail/email-texts.ts'
import { orderUrl } from '#app/mail/links.ts'
import { toBillPart, toDisclaimer } from '#app/mail/order-parts.ts'
import { buttonPart, paragraphParts } from '#app/mail/parts.tsx'
import { sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { orderConfirmation as words } from '#content/emails.ts'
import { medWatch } from '#content/products.ts'

/**
 * To the customer: items, payment, next steps, and the disclaimer for supplements. It has no typed text, since any visitor
 * can enter any address and would have the clinic send their words.
 */
export const orderConfirmation = defineEmail({
  kind: 'order-confirmation',
  async load(deps, { orderId }) {
    const order = await findOrder(deps.database, orderId)
    return order && { order, orderUrl: orderUrl(deps, orderId) }
  },
  head: (data) => toTexts(data),
  body: ({ order, read, ...data }) => {
    const { payment, next } = read('order')
    return [
      ...textParts(toTexts({ order, read }).text),
      toBillPart(order),
      buttonPart(words.link, data.orderUrl),
      ...paragraphParts([`${toPaymentText(order, payment)} ${next.wait}`, next.change]),
      ...toDisclaimer(order),
      { paragraph: medWatch.text },
    ]
  },
  why: words.why,
  sample: { order: sampleOrder, orderUrl: sampleLink('/orders') },
})

const toTexts = ({ order, read }: { order: Order; read: ReadTexts }) =>
  fillInTexts(read('order-emails').received, {
    number: order.number,
    total: formatCents(order.totalCents),
    how: toHowToPay(order, read('order').payment),
  })
