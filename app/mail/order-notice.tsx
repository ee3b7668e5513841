import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Order } from '#app/domain/orders/order.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { orderNotice as words } from '#content/letters.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { billOf } from './order-parts.ts'

type OrderLetter = { clinic: ClinicFacts; order: Order; orderUrl: string }

/** To the clinic: name, e-mail, each item with its quantity, and the total (specification, sections 7 and 9). */
export function orderNotice({ clinic, order, orderUrl }: OrderLetter): RenderedEmail {
  const { number, name, email, phone, placedAt } = order
  const named = { number, name, total: formatCents(order.totalCents) }
  const rows = [
    { name: words.rows.number, value: number },
    { name: words.rows.placed, value: formatClinicDate(placedAt, clinic.timeZone) },
    { name: words.rows.name, value: name },
    { name: words.rows.email, value: email },
    ...(phone ? [{ name: words.rows.phone, value: phone }] : []),
  ]
  const letter = renderEmail({
    clinic,
    words: { subject: words.subject(named), preview: words.preview(named), paragraphs: [words.greeting] },
    parts: [
      { rows },
      billOf(order, words),
      ...(order.note ? [{ paragraph: words.note }, { quote: order.note }] : []),
      { paragraph: words.answer },
      { link: { label: words.link, url: orderUrl } },
    ],
  })
  return { ...letter, replyTo: { name, email } }
}
