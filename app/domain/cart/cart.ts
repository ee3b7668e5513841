import { isAvailable, type Product } from '#app/domain/catalogue/product.ts'

/** Product ids and quantities only: names and prices always come from the catalogue (product decisions, 'Cart'). */
export type Cart = { id: string; lines: readonly CartLine[] }
export type CartLine = { product: string; quantity: number }

/** What the rules need to know of the products as they stand today. */
export type Catalogue = readonly Pick<Product, 'id' | 'name' | 'priceCents' | 'available'>[]

/** A new line of 1, or one more on the line that is there (specification, section 4). */
export function addProduct(cart: Cart, product: string, catalogue: Catalogue) {
  const known = cart.lines.some((line) => line.product === product)
  return known
    ? increment(cart, product, catalogue)
    : replaceLines(cart, [...cart.lines, { product, quantity: 1 }], catalogue)
}

/** Without an upper bound, as far as the total stays exact. */
export const increment = (cart: Cart, product: string, catalogue: Catalogue) =>
  changeQuantity(cart, product, (quantity) => quantity + 1, catalogue)

/** Never below 1: a line goes only by being removed. */
export const decrement = (cart: Cart, product: string, catalogue: Catalogue) =>
  changeQuantity(cart, product, (quantity) => Math.max(1, quantity - 1), catalogue)

/** As typed; the same cart when that is not a whole number above 0, or makes the total too large to be exact. */
export function setQuantity(cart: Cart, product: string, typed: string, catalogue: Catalogue) {
  const quantity = parseQuantity(typed)
  return quantity === undefined ? cart : changeQuantity(cart, product, () => quantity, catalogue)
}

export const removeLine = (cart: Cart, product: string): Cart => ({
  ...cart,
  lines: cart.lines.filter((line) => line.product !== product),
})

/** Plain decimal digits and nothing else: not '1e3', '0x10' or '1.0'. Undefined for what is no quantity. */
export function parseQuantity(typed: string) {
  const digits = typed.trim()
  const quantity = /^[0-9]+$/.test(digits) ? Number(digits) : 0
  return quantity > 0 && Number.isSafeInteger(quantity) ? quantity : undefined
}

/** Of a quantity that the cart cannot take: whether it is only too large. */
export const isTooMany = (typed: string) => /^[0-9]+$/.test(typed.trim()) && Number(typed) > 0

/** The product of a line, if it can be ordered today. */
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

/** A change is ignored when the total would not be exact any more, or when a product cannot be ordered. */
function replaceLines(cart: Cart, lines: readonly CartLine[], catalogue: Catalogue): Cart {
  const added = lines.find(({ product }) => !cart.lines.some((line) => line.product === product))
  if (added && !findForSale(added, catalogue)) return cart
  return Number.isSafeInteger(sumCents(lines, catalogue)) ? { ...cart, lines } : cart
}

/** Once it has left the safe integers it never comes back into them, since prices are above 0. */
const sumCents = (lines: readonly CartLine[], catalogue: Catalogue) =>
  lines.reduce((total, line) => total + line.quantity * (findForSale(line, catalogue)?.priceCents ?? 0), 0)
