import type { Lists } from '#app/domain/content/content-record.ts'
import { type Product, productIdOf } from './product.ts'

/** Of an amount, rounded half up to the cent. `rate`: thousandths of a percent. */
export const taxCentsOf = (cents: number, rate = 0) =>
  // Cents times a rate can be beyond the safe integers.
  Number((BigInt(cents) * BigInt(rate) + 50_000n) / 100_000n)

type Priced = Pick<Product, 'priceCents' | 'taxRate'>

/** Of a line of a cart or an order, which is rounded by itself. */
export function priceLine({ priceCents, taxRate }: Priced, quantity: number) {
  const cents = priceCents * quantity
  return { cents, taxCents: taxCentsOf(cents, taxRate) }
}

/** What a cart can hold, with the rate of each; only for a clinic that takes online payments. */
export function withTaxRates(items: readonly Product[], content: Lists): Product[] {
  const rates = new Map(content.list('products').map(({ id, taxRate }) => [id, taxRate]))
  return items.map((item) => ({ ...item, taxRate: rates.get(productIdOf(item.id)) ?? 0 }))
}
