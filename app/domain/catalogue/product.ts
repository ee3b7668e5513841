import type { z } from 'zod'
import type { productSchema } from './catalogue-schema.server.ts'

export const productCategories = ['Herbal Products', 'Supplements'] as const
export type ProductCategory = (typeof productCategories)[number]

export type Product = z.infer<typeof productSchema>

export const isAvailable = ({ available }: { available?: boolean | undefined }) => available !== false

/** Its card on /products. */
export const productPath = ({ id }: Pick<Product, 'id'>) => `/products#${id}`

/**
 * The id of a line of the cart: 'triphala.powder'. Product and form together are one line (product decisions, 'Cart').
 */
export const saleItemId = (product: string, form: string | undefined) => (form ? `${product}.${form}` : product)

export const productIdOf = (saleItem: string) => saleItem.split('.')[0] ?? saleItem

/** What a cart can hold: each product and each of its forms, named with the form. */
export const saleItems = <Offered extends Product>(products: readonly Offered[]): Offered[] =>
  products.flatMap((product) => [
    product,
    ...(product.forms ?? []).map(({ id, label }) => ({
      ...product,
      id: saleItemId(product.id, id),
      name: `${product.name} (${label.toLowerCase()})`,
    })),
  ])

/**
 * Whether a list of products needs the FDA disclaimer, and the names it applies to if not all are supplements (product
 * decisions, 'Products').
 */
export function supplementsAmong(listed: readonly Pick<Product, 'name' | 'supplement'>[]) {
  const supplements = listed.filter(({ supplement }) => supplement)
  const mixed = supplements.length < listed.length
  return { any: supplements.length > 0, named: mixed ? supplements.map(({ name }) => name) : [] }
}
