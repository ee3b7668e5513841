import { supplementsAmong } from '#app/domain/catalogue/product.ts'
import type { Order } from '#app/domain/orders/order.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { orderBill as words } from '#content/emails.ts'
import { fdaDisclaimer } from '#content/products.ts'
import type { Part } from './parts.tsx'

export const toBillPart = ({ lines, totalCents }: Order): Part => ({
  bill: {
    lines: lines.map(({ name, priceCents, quantity }) => ({
      name,
      quantity,
      each: formatCents(priceCents),
      amount: formatCents(priceCents * quantity),
    })),
    taxes: lines.flatMap(({ name, tax }) =>
      tax && tax.rate > 0 ? [{ label: words.tax(formatRate(tax.rate), name), amount: formatCents(tax.cents) }] : [],
    ),
    total: { label: words.total, amount: formatCents(totalCents) },
  },
})

/** Bold, and only if the order has a supplement (product decisions, 'Products'). */
export function toDisclaimer({ lines }: Order): Part[] {
  const { any, named } = supplementsAmong(lines)
  if (!any) return []
  return [{ paragraph: `${named.length > 0 ? `${named.join(', ')}: ` : ''}${fdaDisclaimer}`, bold: true }]
}
