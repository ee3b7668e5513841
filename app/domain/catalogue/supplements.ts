import type { Product } from './product.ts'

type Listed = Pick<Product, 'name' | 'supplement'>

/**
 * Whether the FDA disclaimer stands below a list of products, and the names that go before it when not everything in
 * the list is a supplement (product decisions, 'Products').
 */
export function supplementsAmong(listed: readonly Listed[]) {
  const supplements = listed.filter(({ supplement }) => supplement)
  const mixed = supplements.length < listed.length
  return { any: supplements.length > 0, named: mixed ? supplements.map(({ name }) => name) : [] }
}
