import type { Product } from './product.ts'

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
