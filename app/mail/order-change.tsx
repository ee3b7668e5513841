import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Order, ToldStatus } from '#app/domain/orders/order.ts'
import { orderChange as words } from '#content/letters.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'

type ChangeLetter = { clinic: ClinicFacts; order: Pick<Order, 'number'>; status: ToldStatus; orderUrl: string }

/** To the buyer: how far the order is by now. Nothing that was typed into the form, as in the confirmation. */
export function orderChange({ clinic, order: { number }, status, orderUrl }: ChangeLetter): RenderedEmail {
  const { subject, preview, paragraphs } = words[status]
  const hours = clinic.week.map(({ name, text }) => ({ name, value: text }))
  const closures = clinic.closures.map(({ text }) => ({ name: words.closed, value: text }))
  return renderEmail({
    clinic,
    words: { subject: subject(number), preview, paragraphs },
    parts: [
      { rows: [{ name: words.number, value: number }] },
      ...(status === 'ready' ? [{ paragraph: words.hours }, { rows: [...hours, ...closures] }] : []),
      { link: { label: words.link, url: orderUrl } },
    ],
  })
}
