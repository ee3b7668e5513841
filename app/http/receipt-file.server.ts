import type { Order } from '#app/domain/orders/order.ts'
import type { Receipt } from '#app/domain/payments/payment-list.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { makePdf, pdfSizes } from '#app/http/pdf/make-pdf.server.ts'
import { paidFor, receiptFile as words } from '#content/payments.ts'

type ReceiptOptions = {
  receipt: Receipt
  /** What it is for: 'Order K7F-29Q'. */
  about: string
  lines: readonly string[]
  clinic: { name: string; address: string; timeZone: string }
}

/** Names no customer. It looks the same each time it is saved, but for the clinic's name and address, which are those of today. */
export function makeReceiptFile({ receipt, about, lines, clinic }: ReceiptOptions): Promise<Buffer<ArrayBuffer>> {
  const title = words.title(receipt.number)
  const paid = formatClinicDate(receipt.paidAt, clinic.timeZone)
  return makePdf({ title, author: clinic.name, made: new Date(receipt.paidAt) }, ({ say }) => {
    say('H1', title, { size: pdfSizes.title, isBold: true, after: 0.3 })
    say('P', [clinic.name, clinic.address].filter(Boolean).join(' · '), { size: pdfSizes.small, after: 1.2 })
    say('P', words.about(about, paid), { after: 1 })
    for (const line of lines) say('P', line, { after: 0.3 })
    say('P', words.total(formatCents(receipt.cents)), { isBold: true, after: 1 })
    say('P', words.how, { size: pdfSizes.small })
  })
}

type Receipted = Pick<Order, 'number' | 'lines' | 'giftCardHint' | 'giftCardCents'>

/** Each product, and below all of them the tax of each and what a gift card paid. */
export function toOrderReceipt({ number, lines, giftCardHint, giftCardCents }: Receipted) {
  const products = lines.map(({ name, quantity, priceCents }) =>
    words.line(quantity, name, formatCents(priceCents * quantity)),
  )
  const taxes = lines.flatMap(({ name, tax }) =>
    tax && tax.rate > 0 ? [words.tax(formatRate(tax.rate), name, formatCents(tax.cents))] : [],
  )
  const giftCard =
    giftCardHint !== undefined && giftCardCents !== undefined
      ? [words.giftCard(giftCardHint, formatCents(-giftCardCents))]
      : []
  return { about: paidFor.order(number), lines: [...products, ...taxes, ...giftCard] }
}

export const receiptFileHeaders = {
  'Content-Type': 'application/pdf',
  'Content-Disposition': 'attachment; filename="receipt.pdf"',
  'Cache-Control': 'no-store',
}
