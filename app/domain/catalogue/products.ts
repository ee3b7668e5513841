import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { products } from '#content/products.ts'

type Overlaid = Pick<ClinicFacts, 'items'>
type CurrentProduct = (typeof products)[number]

/** The products with the price and availability set in the dashboard. */
export function currentProducts({ items }: Overlaid): readonly CurrentProduct[] {
  const cached = cache.get(items)
  if (cached) return cached
  const current = products.map((product) => {
    const { priceCents = product.priceCents, available = product.available } = items[`product:${product.id}`] ?? {}
    return { ...product, priceCents, available }
  })
  cache.set(items, current)
  return current
}

/** One list for each state of the overlays, because every page reads it. */
const cache = new WeakMap<Overlaid['items'], readonly CurrentProduct[]>()
