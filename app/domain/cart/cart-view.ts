import { priceLine } from '#app/domain/catalogue/sales-tax.ts'
import { type Cart, type Catalogue, findForSale } from './cart.ts'

export type CartView<Offered extends Catalogue[number] = Catalogue[number]> = {
  id: string
  /** `totalCents`: before tax. */
  lines: { product: Offered; quantity: number; totalCents: number }[]
  /** With sales tax, unless that is added at pick-up. */
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
    const { cents, taxCents } = product ? priceLine(product, line.quantity) : { cents: 0, taxCents: 0 }
    const totalCents = view.totalCents + cents + taxCents
    // A raised price can push a huge quantity beyond the safe integers.
    if (product && Number.isSafeInteger(totalCents)) {
      view.lines.push({ product, quantity: line.quantity, totalCents: cents })
      view.totalCents = totalCents
    } else view.unavailable.push(catalogue.find(({ id }) => id === line.product)?.name)
  }
  return view
}

/** A product that was unavailable once does not come back into the cart by itself. */
export const removeUnavailable = (cart: Cart, catalogue: Catalogue): Cart => ({
  ...cart,
  lines: priceCart(cart, catalogue).lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
})

/** Of what a page showed, for comparison: '{product}*{quantity}@{cents}' for each line, and '+{rate}' if it's taxed. */
export const toSnapshot = ({ lines }: CartView) =>
  lines
    .map(({ product: { id, priceCents, taxRate }, quantity }) => {
      return `${id}*${quantity}@${priceCents}${taxRate === undefined ? '' : `+${taxRate}`}`
    })
    .join(' ')

/** The sales tax of each line that has a rate; empty where it is added at pick-up. */
export const listTaxes = ({ lines }: CartView) =>
  lines.flatMap(({ product: { id, name, ...product }, quantity }) =>
    product.taxRate ? [{ id, name, rate: product.taxRate, cents: priceLine(product, quantity).taxCents }] : [],
  )

/** Quantities by product. The text is posted by the browser, so nothing in it is trusted. */
export const parseSnapshot = (text: string) =>
  new Map(
    text.split(' ').flatMap((part): [string, string][] => {
      const [, product, quantity] = /^([a-z0-9.-]+)\*([0-9]+)@/.exec(part) ?? []
      return product && quantity ? [[product, quantity]] : []
    }),
  )
