import type { Product } from './product.ts'

type Listed = Pick<Product, 'name' | 'supplement'>

/**
 * Whether a list of products needs the FDA disclaimer, and the names it applies to if not all are supplements (product
 * decisions, 'Products').
 */
export function supplementsAmong(listed: readonly Listed[]) {
  const supplements = listed.filter(({ supplement }) => supplement)
  const mixed = supplements.length < listed.length
  return { any: supplements.length > 0, named: mixed ? supplements.map(({ name }) => name) : [] }
}
