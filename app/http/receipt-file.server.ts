import type { Order } from '#app/domain/orders/order.ts'
import type { Receipt } from '#app/domain/payments/payment-list.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { makePdf, pdfSizes } from '#app/http/pdf/make-pdf.server.ts'
import { receiptFile as words } from '#content/payments.ts'

type ReceiptOptions = {
  receipt: Receipt
  order: Pick<Order, 'number' | 'lines' | 'giftCardHint' | 'giftCardCents'>
  clinic: { name: string; address: string; timeZone: string }
}

/** Names no customer. The same receipt always makes the same bytes. */
export function makeReceiptFile({ receipt, order, clinic }: ReceiptOptions): Promise<Buffer<ArrayBuffer>> {
  const title = words.title(receipt.number)
  const paid = formatClinicDate(receipt.paidAt, clinic.timeZone)
  return makePdf({ title, author: clinic.name, made: new Date(receipt.paidAt) }, ({ say }) => {
    say('H1', title, { size: pdfSizes.title, isBold: true, after: 0.3 })
    say('P', [clinic.name, clinic.address].filter(Boolean).join(' · '), { size: pdfSizes.small, after: 1.2 })
    say('P', words.about(order.number, paid), { after: 1 })
    for (const { name, quantity, priceCents } of order.lines)
      say('P', words.line(quantity, name, formatCents(priceCents * quantity)), { after: 0.3 })
    for (const { name, tax } of order.lines)
      if (tax && tax.rate > 0) say('P', words.tax(formatRate(tax.rate), name, formatCents(tax.cents)), { after: 0.3 })
    if (order.giftCardHint !== undefined && order.giftCardCents !== undefined)
      say('P', words.giftCard(order.giftCardHint, formatCents(-order.giftCardCents)), { after: 0.3 })
    say('P', words.total(formatCents(receipt.cents)), { isBold: true, after: 1 })
    say('P', words.how, { size: pdfSizes.small })
  })
}

export const receiptFileHeaders = {
  'Content-Type': 'application/pdf',
  'Content-Disposition': 'attachment; filename="receipt.pdf"',
  'Cache-Control': 'no-store',
}
