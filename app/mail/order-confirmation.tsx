import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Order } from '#app/domain/orders/order.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { orderConfirmation as words } from '#content/letters.ts'
import { afterOrder, payment } from '#content/pages/order.ts'
import { inWords } from '#content/pages/page.ts'
import { medWatch } from '#content/products.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { billOf, disclaimerOf } from './order-parts.ts'

type OrderLetter = { clinic: ClinicFacts; order: Order; orderUrl: string }

/**
 * To the buyer: what was ordered, how to pay, what happens next, and what must be said beside supplements. Nothing that
 * was typed into the form: anyone can enter anybody's address, and would have the clinic send their words. The order's
 * page shows them.
 */
export function orderConfirmation({ clinic, order, orderUrl }: OrderLetter): RenderedEmail {
  const { number, totalCents } = order
  const total = formatCents(totalCents)
  return renderEmail({
    clinic,
    words: {
      subject: words.subject(number),
      preview: words.preview(total),
      paragraphs: [words.greeting],
    },
    parts: [
      { rows: [{ name: words.number, value: number }] },
      billOf(order, words),
      ...disclaimerOf(order),
      { paragraph: `${payment.how} ${payment.tax}` },
      { paragraph: afterOrder.wait },
      { paragraph: inWords(afterOrder.change, clinic) },
      { link: { label: words.link, url: orderUrl } },
      { paragraph: medWatch.text },
    ],
  })
}
