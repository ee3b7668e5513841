import { findOrder } from '#app/domain/orders/orders.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { orderUrl } from '#app/mail/links.ts'
import { toBillPart } from '#app/mail/order-parts.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { orderNotice as words } from '#content/emails.ts'

/** To the clinic: name, email address, each item with its quantity, and the total (specification, sections 7 and 9). */
export const orderNotice = defineEmail({
  kind: 'order-notice',
  async load(deps, { orderId }) {
    const order = await findOrder(deps.database, orderId)
    return order && { order, orderUrl: orderUrl(deps, orderId) }
  },
  head: ({ order: { number, name, totalCents } }) => ({
    subject: words.subject(number, name),
    preview: words.preview(formatCents(totalCents)),
    headline: words.headline(number),
  }),
  body: ({ order, clinic, ...data }) => [
    { paragraph: words.greeting },
    {
      facts: [
        { name: words.rows.number, value: order.number },
        { name: words.rows.placed, value: formatClinicDate(order.placedAt, clinic.timeZone) },
        { name: words.rows.name, value: order.name },
        { name: words.rows.email, value: order.email },
        ...(order.phone ? [{ name: words.rows.phone, value: order.phone }] : []),
      ],
    },
    toBillPart(order),
    ...(order.note ? [{ paragraph: words.note }, { quote: order.note }] : []),
    { paragraph: words.answer },
    buttonPart(words.link, data.orderUrl),
  ],
  why: words.why,
  toClinic: true,
  envelope: ({ order: { name, email } }) => ({ replyTo: { name, email } }),
  sample: { order: sampleOrder, orderUrl: sampleLink('/orders') },
})
