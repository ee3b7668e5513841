import { type Cart, type Catalogue, findForSale } from './cart.ts'

export type CartView<Offered extends Catalogue[number] = Catalogue[number]> = {
  id: string
  lines: { product: Offered; quantity: number; totalCents: number }[]
  totalCents: number
  /** Names of products that can't be ordered now; undefined for one that left the catalogue. */
  unavailable: (string | undefined)[]
}

export function priceCart<Offered extends Catalogue[number]>(
  cart: Cart,
  catalogue: readonly Offered[],
): CartView<Offered> {
  const view: CartView<Offered> = { id: cart.id, lines: [], totalCents: 0, unavailable: [] }
  for (const line of cart.lines) {
    const product = findForSale(line, catalogue)
    const totalCents = line.quantity * (product?.priceCents ?? 0)
    // A raised price can push a huge quantity beyond the safe integers.
    if (product && Number.isSafeInteger(view.totalCents + totalCents)) {
      view.lines.push({ product, quantity: line.quantity, totalCents })
      view.totalCents += totalCents
    } else view.unavailable.push(catalogue.find(({ id }) => id === line.product)?.name)
  }
  return view
}

/** A product that was unavailable once does not come back into the cart by itself. */
export const removeUnavailable = (cart: Cart, catalogue: Catalogue): Cart => ({
  ...cart,
  lines: priceCart(cart, catalogue).lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
})

/** Of what a page showed, for comparison: '{product}*{quantity}@{cents}' for each line. */
export const toSnapshot = ({ lines }: CartView) =>
  lines.map(({ product, quantity }) => `${product.id}*${quantity}@${product.priceCents}`).join(' ')

/** Quantities by product. The text is posted by the browser, so nothing in it is trusted. */
export const parseSnapshot = (text: string) =>
  new Map(
    text.split(' ').flatMap((part): [string, string][] => {
      const [, product, quantity] = /^([a-z0-9.-]+)\*([0-9]+)@/.exec(part) ?? []
      return product && quantity ? [[product, quantity]] : []
    }),
  )
