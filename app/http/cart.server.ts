import { createContext } from 'react-router'
import type { Cart } from '#app/domain/cart/cart.ts'
import { priceCart } from '#app/domain/cart/cart-view.ts'
import { isAvailable, saleItems } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { cartCookieSeconds, createCart, parseCart, serializeCart } from '#app/domain/cart/cart-cookie.server.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { listStockedItems, withTaxes } from './stock.server.ts'
import { clearCookie, cookieNames, readCookie, setCookie } from './cookies.ts'

/** The cart after an action of this request; the same answer shows it instead of the cookie's. */
const changedContext = createContext<Cart | null>(null)

export function getCart(request: Request, context: RequestContext): Cart {
  const changed = context.get(changedContext)
  if (changed) return changed
  const cookie = readCookie(request, cookieNames.cart)
  if (cookie === undefined) return createCart()
  const cart = parseCart(context.get(servicesContext), cookie)
  if (cart) return cart
  // An invalid cookie would only keep its visitor from the page cache.
  clearCart(context)
  return createCart()
}

/** What a cart can hold, with current prices and availability. */
export const listSaleItems = (context: RequestContext) =>
  withTaxes(context, saleItems(listProducts(context.get(servicesContext).content)))

export const getPricedCart = (request: Request, context: RequestContext) =>
  priceCart(getCart(request, context), listSaleItems(context))

/** The same with what is left of each. */
export const getStockedCart = async (request: Request, context: RequestContext) =>
  priceCart(getCart(request, context), await listStockedItems(context))

/** What a preview of the cart shows. */
export function getSampleCart(context: RequestContext) {
  const catalogue = listSaleItems(context)
  const lines = catalogue.filter(isAvailable).slice(0, 1)
  return priceCart({ id: '', lines: lines.map(({ id }) => ({ product: id, quantity: 1 })) }, catalogue)
}

/** An empty cart is deleted; the next one gets a new id. */
export function saveCart(context: RequestContext, cart: Cart) {
  if (cart.lines.length === 0) return clearCart(context)
  setCookie(context, cookieNames.cart, serializeCart(context.get(servicesContext), cart), cartCookieSeconds)
  context.set(changedContext, cart)
}

export function clearCart(context: RequestContext) {
  clearCookie(context, cookieNames.cart)
  context.set(changedContext, createCart())
}
