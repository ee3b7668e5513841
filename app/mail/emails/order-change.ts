import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { NotifiedStatus, Order } from '#app/domain/orders/order.ts'
import { toPaymentText } from '#app/domain/orders/payment-text.ts'
import { findOrderMoney } from '#app/domain/orders/pay-order.server.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { defineEmail, type ReadTexts } from '#app/mail/define-email.ts'
import { type EmailTexts, fillInTexts, textParts } from '#app/mail/email-texts.ts'
import { orderUrl, toDirections } from '#app/mail/links.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { orderChange as words } from '#content/emails.ts'
import { paymentEmails } from '#content/payments.ts'
import { addressLine } from '#content/site.ts'

export const orderConfirmed = orderChange('confirmed')
export const orderReady = orderChange('ready')
export const orderCancelled = orderChange('cancelled')

/** To the customer, without typed text, as in the confirmation. */
function orderChange(status: NotifiedStatus) {
  type Known = { order: Order; isRefunded: boolean; read: ReadTexts }
  function toTexts({ order: { number }, isRefunded, read }: Known): EmailTexts {
    const texts = fillInTexts(read('order-emails')[status], { number })
    const { canceled } = paymentEmails
    return status === 'cancelled' && isRefunded ? { ...texts, preview: canceled, text: canceled } : texts
  }

  /** Below the button. Before it's picked up, what its page says, too. */
  function toAfter(data: Known) {
    const { next, payment } = data.read('order')
    if (status === 'confirmed') return next.wait
    return status === 'ready' ? toPaymentText(data.order, payment) : toTexts(data).after
  }

  return defineEmail({
    kind: `order-${status}`,
    async load(deps, { orderId }) {
      const order = await findOrder(deps.database, orderId)
      // The email may have waited for the mail server meanwhile; a later change has its own email.
      if (order?.status !== status) return undefined
      const money = await findOrderMoney(deps.database, order)
      return { order, isRefunded: (money?.refundedCents ?? 0) > 0, orderUrl: orderUrl(deps, orderId) }
    },
    head: (data) => toTexts(data),
    body: ({ clinic, ...data }) => [
      ...textParts(toTexts(data).text),
      {
        facts: [{ name: words.number, value: data.order.number }, ...(status === 'ready' ? toPickUpFacts(clinic) : [])],
      },
      buttonPart(words.link, data.orderUrl),
      ...textParts(toAfter(data)),
    ],
    why: words.why,
    sample: { order: sampleOrder, isRefunded: false, orderUrl: sampleLink('/orders') },
  })
}

function toPickUpFacts(clinic: ClinicFacts) {
  const address = addressLine(clinic)
  return [
    ...(address ? [{ name: words.where, value: address, link: toDirections(clinic) }] : []),
    ...toHours(clinic.week),
    ...clinic.closures.map(({ text }) => ({ name: words.closed, value: text })),
  ]
}

/** Days in a row with the same hours share a line. */
function toHours(week: ClinicFacts['week']) {
  const groups: { text: string; isOpen: boolean; first: string; last: string; count: number }[] = []
  for (const { name, text, hours } of week) {
    const before = groups.at(-1)
    if (before?.text === text) Object.assign(before, { last: name, count: before.count + 1 })
    else groups.push({ text, isOpen: hours.length > 0, first: name, last: name, count: 1 })
  }
  return groups.map(({ text, isOpen, first, last, count }) => {
    const days = words.days(first, last, count)
    return isOpen ? { name: words.open, value: `${days}, ${text}` } : { name: words.closed, value: days }
  })
}
