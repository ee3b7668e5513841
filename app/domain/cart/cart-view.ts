import { type Cart, type Catalogue, findForSale } from './cart.ts'

/** A cart with today's names and prices. */
export type CartView<Offered extends Catalogue[number] = Catalogue[number]> = {
  id: string
  lines: { product: Offered; quantity: number; totalCents: number }[]
  totalCents: number
  /** What dropped out: the product's name, or undefined when it left the catalogue. */
  unavailable: (string | undefined)[]
}

/** What is in the cart for the visitor, and what dropped out of it since it was put there. */
export function priceCart<Offered extends Catalogue[number]>(
  cart: Cart,
  catalogue: readonly Offered[],
): CartView<Offered> {
  const view: CartView<Offered> = { id: cart.id, lines: [], totalCents: 0, unavailable: [] }
  for (const line of cart.lines) {
    const product = findForSale(line, catalogue)
    const totalCents = line.quantity * (product?.priceCents ?? 0)
    // A price that rose can take a huge quantity out of the exact numbers.
    if (product && Number.isSafeInteger(view.totalCents + totalCents)) {
      view.lines.push({ product, quantity: line.quantity, totalCents })
      view.totalCents += totalCents
    } else view.unavailable.push(catalogue.find(({ id }) => id === line.product)?.name)
  }
  return view
}

/** The cart as it goes on from here: what dropped out does not come back by itself. */
export const removeUnavailable = (cart: Cart, catalogue: Catalogue): Cart => ({
  ...cart,
  lines: priceCart(cart, catalogue).lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
})

/** Distinct lines, as the header counts them. */
export const countLines = (cart: Cart, catalogue: Catalogue) => priceCart(cart, catalogue).lines.length

/** What a page showed, as a text to compare: '{product}*{quantity}@{cents}' for each line. */
export const toSnapshot = ({ lines }: CartView) =>
  lines.map(({ product, quantity }) => `${product.id}*${quantity}@${product.priceCents}`).join(' ')

/** The quantities in such a text, by product. Anyone can post any text, so each part is read from its start only. */
export const parseSnapshot = (text: string) =>
  new Map(
    text.split(' ').flatMap((part): [string, string][] => {
      const [, product, quantity] = /^([a-z0-9.-]+)\*([0-9]+)@/.exec(part) ?? []
      return product && quantity ? [[product, quantity]] : []
    }),
  )
