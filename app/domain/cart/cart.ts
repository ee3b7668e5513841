import { isAvailable, type Product } from '#app/domain/catalogue/product.ts'
import { priceLine } from '#app/domain/catalogue/sales-tax.ts'

/** Product ids and quantities only: names and prices always come from the catalogue (product decisions, 'Cart'). */
export type Cart = { id: string; lines: readonly CartLine[] }
export type CartLine = { product: string; quantity: number }

export type Catalogue = readonly Pick<Product, 'id' | 'name' | 'priceCents' | 'taxRate' | 'available' | 'left'>[]

/** A new line of 1, or one more on the line that is there (specification, section 4). */
export function addProduct(cart: Cart, product: string, catalogue: Catalogue) {
  if (cart.lines.some((line) => line.product === product)) return increment(cart, product, catalogue)
  if (!findForSale({ product }, catalogue)) return cart
  return replaceLines(cart, [...cart.lines, { product, quantity: 1 }], catalogue)
}

/** No upper bound, as long as the total stays exact. */
export const increment = (cart: Cart, product: string, catalogue: Catalogue) =>
  changeQuantity(cart, product, (quantity) => quantity + 1, catalogue)

export const decrement = (cart: Cart, product: string, catalogue: Catalogue) =>
  changeQuantity(cart, product, (quantity) => Math.max(1, quantity - 1), catalogue)

/** Returns the same cart if the text is not a whole number above 0, or makes the total too large to be exact. */
export function setQuantity(cart: Cart, product: string, typed: string, catalogue: Catalogue) {
  const quantity = parseQuantity(typed)
  return quantity === undefined ? cart : changeQuantity(cart, product, () => quantity, catalogue)
}

export const removeLine = (cart: Cart, product: string): Cart => ({
  ...cart,
  lines: cart.lines.filter((line) => line.product !== product),
})

/** A removed line, back at its place. Returns the same cart if it is there already, or can't be. */
export function restoreLine(cart: Cart, { product, quantity }: CartLine, place: number, catalogue: Catalogue) {
  const isInCart = cart.lines.some((line) => line.product === product)
  if (isInCart || !findForSale({ product }, catalogue)) return cart
  return replaceLines(cart, cart.lines.toSpliced(place, 0, { product, quantity }), catalogue)
}

/** Plain decimal digits only: not '1e3', '0x10' or '1.0'. */
export function parseQuantity(typed: string) {
  const digits = typed.trim()
  const quantity = /^[0-9]+$/.test(digits) ? Number(digits) : 0
  return quantity > 0 && Number.isSafeInteger(quantity) ? quantity : undefined
}

/** True if the only problem is that the quantity is too large. */
export const isTooMany = (typed: string) => /^[0-9]+$/.test(typed.trim()) && Number(typed) > 0

export const findForSale = <Offered extends Catalogue[number]>(
  { product }: Pick<CartLine, 'product'>,
  catalogue: readonly Offered[],
) => catalogue.find((offered) => offered.id === product && isAvailable(offered))

const changeQuantity = (cart: Cart, product: string, change: (quantity: number) => number, catalogue: Catalogue) =>
  replaceLines(
    cart,
    cart.lines.map((line) => (line.product === product ? { product, quantity: change(line.quantity) } : line)),
    catalogue,
  )

/** A change is ignored when the total would not be exact any more. */
const replaceLines = (cart: Cart, lines: readonly CartLine[], catalogue: Catalogue): Cart =>
  Number.isSafeInteger(sumCents(lines, catalogue)) ? { ...cart, lines } : cart

/** Once the sum has left the safe integers it never comes back, since prices are above 0. */
const sumCents = (lines: readonly CartLine[], catalogue: Catalogue) =>
  lines.reduce((total, line) => total + sumLine(line, findForSale(line, catalogue)), 0)

function sumLine({ quantity }: CartLine, product: Catalogue[number] | undefined) {
  if (!product) return 0
  const { cents, taxCents } = priceLine(product, quantity)
  return cents + taxCents
}
