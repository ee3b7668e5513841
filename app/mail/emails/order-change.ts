import type { NotifiedStatus } from '#app/domain/orders/order.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { orderUrl } from '#app/mail/links.ts'
import { linkPart, paragraphs } from '#app/mail/parts.tsx'
import { sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { orderChange as words } from '#content/emails.ts'

export const orderConfirmed = orderChange('confirmed')
export const orderReady = orderChange('ready')
export const orderCancelled = orderChange('cancelled')

/** To the customer, without typed text, as in the confirmation. */
function orderChange(status: NotifiedStatus) {
  return defineEmail({
    kind: `order-${status}`,
    async load(deps, { orderId }) {
      const order = await findOrder(deps.database, orderId)
      // The email may have waited for the mail server meanwhile; a later change has its own email.
      return order?.status === status ? { number: order.number, orderUrl: orderUrl(deps, orderId) } : undefined
    },
    subject: ({ number, clinic }) => words[status].subject(number, clinic),
    preview: () => words[status].preview,
    body: ({ number, clinic, ...data }) => [
      ...paragraphs(words[status]),
      { rows: [{ name: words.number, value: number }] },
      ...(status === 'ready'
        ? [
            { paragraph: words.hours },
            {
              rows: [
                ...clinic.week.map(({ name, text }) => ({ name, value: text })),
                ...clinic.closures.map(({ text }) => ({ name: words.closed, value: text })),
              ],
            },
          ]
        : []),
      linkPart(words.link, data.orderUrl),
    ],
    sample: { number: sampleOrder.number, orderUrl: sampleLink('/orders') },
  })
}
