import type { Product } from './product.ts'

/**
 * The id of a product in one of its forms, as a line of the cart has it: 'triphala.powder'. Product and form together are
 * one line (product decisions, 'Cart').
 */
export const saleItemId = (product: string, form: string | undefined) => (form ? `${product}.${form}` : product)

/** The id of the product in the id of what is sold. */
export const productIdOf = (saleItem: string) => saleItem.split('.')[0] ?? saleItem

/** What a cart can hold: each product, and each of its forms, with a name that says which. */
export const saleItems = <Offered extends Product>(products: readonly Offered[]): Offered[] =>
  products.flatMap((product) => [
    product,
    ...(product.forms ?? []).map(({ id, label }) => ({
      ...product,
      id: saleItemId(product.id, id),
      name: `${product.name} (${label.toLowerCase()})`,
    })),
  ])
