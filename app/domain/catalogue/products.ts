import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { products } from '#content/products.ts'

type Overlaid = Pick<ClinicFacts, 'items'>
type CurrentProduct = (typeof products)[number]

/** The one door to the products as they stand today, with price and availability. */
export function currentProducts({ items }: Overlaid): readonly CurrentProduct[] {
  const there = known.get(items)
  if (there) return there
  const current = products.map((product) => {
    const { priceCents = product.priceCents, available = product.available } = items[`product:${product.id}`] ?? {}
    return { ...product, priceCents, available }
  })
  known.set(items, current)
  return current
}

/** Worked out once for each state of the overlays: every page counts the cart's lines. */
const known = new WeakMap<Overlaid['items'], readonly CurrentProduct[]>()
