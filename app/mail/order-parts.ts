import { supplementsAmong } from '#app/domain/catalogue/product.ts'
import { dueCents, type Order } from '#app/domain/orders/order.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { orderBill as words } from '#content/emails.ts'
import { fdaDisclaimer } from '#content/products.ts'
import type { Part } from './parts.tsx'

export const toBillPart = (order: Order): Part => ({
  bill: {
    lines: order.lines.map(({ name, priceCents, quantity }) => ({
      name,
      quantity,
      each: formatCents(priceCents),
      amount: formatCents(priceCents * quantity),
    })),
    taxes: order.lines.flatMap(({ name, tax }) =>
      tax && tax.rate > 0 ? [{ label: words.tax(formatRate(tax.rate), name), amount: formatCents(tax.cents) }] : [],
    ),
    ...toTotal(order),
  },
})

function toTotal(order: Order) {
  const { giftCardHint, giftCardCents } = order
  const total = { label: words.total, amount: formatCents(order.totalCents) }
  if (giftCardHint === undefined || giftCardCents === undefined) return { total }
  return {
    before: [total, { label: words.giftCard(giftCardHint), amount: formatCents(-giftCardCents) }],
    total: { label: words.afterCard, amount: formatCents(dueCents(order)) },
  }
}

/** Bold, and only if the order has a supplement (product decisions, 'Products'). */
export function toDisclaimer({ lines }: Order): Part[] {
  const { any, named } = supplementsAmong(lines)
  if (!any) return []
  return [{ paragraph: `${named.length > 0 ? `${named.join(', ')}: ` : ''}${fdaDisclaimer}`, bold: true }]
}
