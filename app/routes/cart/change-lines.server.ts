import { data, redirect } from 'react-router'
import { addProduct, type Cart, findForSale } from '#app/domain/cart/cart.ts'
import { applyIntent, applyTypedQuantities, parseIntentProduct } from '#app/domain/cart/cart-post.ts'
import { priceCart, removeUnavailable } from '#app/domain/cart/cart-view.ts'
import { productIdOf, productPath, saleItemId } from '#app/domain/catalogue/product.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { setFlash } from '#app/http/flash.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { getCart, listSaleItems, saveCart } from '#app/http/cart.server.ts'
import type { CartAnswer } from './parts/cart-page.tsx'
import { cartPage } from '#content/pages/cart.ts'
import type { RequestContext } from '#app/http/context.ts'

/** 'Add to Cart' on /products: returns to the product's card. */
export function addToCart(request: Request, context: RequestContext, { intent, form }: Typed & { intent: string }) {
  const catalogue = listSaleItems(context)
  const product = findForSale({ product: saleItemId(parseIntentProduct(intent) ?? '', form) }, catalogue)
  if (!product) return redirect('/products', 303)
  const before = getCart(request, context)
  saveCart(context, addProduct(removeUnavailable(before, catalogue), product.id, catalogue))
  setFlash(context, 'added-to-cart', product.id)
  // The page script only runs where cookies work.
  const isKept = before.lines.length > 0 || request.headers.has('X-Enhanced')
  return redirect(isKept ? productPath({ id: productIdOf(product.id) }) : toAddedPath(product.id), 303)
}

/** The next request shows whether the browser accepts the cart's cookie. */
const toAddedPath = (product: string) => `/cart?${new URLSearchParams({ added: product })}`

/** The product that was first put into this cart, from that address. */
export const getFirstAdded = (request: Request) => new URL(request.url).searchParams.get('added') ?? undefined

/** Minus, plus, Remove and Update on /cart. Each also applies typed quantities. */
export function changeLines(request: Request, context: RequestContext, typed: Typed & { intent: string }) {
  const catalogue = listSaleItems(context)
  const before = removeUnavailable(getCart(request, context), catalogue)
  const { cart: typedIn, unread } = applyTypedQuantities(before, typed, catalogue)
  const cart = applyIntent(typedIn, typed.intent, catalogue)
  saveCart(context, cart)
  if (unread.length > 0) return data({ form: { values: typed }, unread } satisfies CartAnswer, { status: 400 })
  if (!shouldStayOnPage(request, typed)) return redirect('/cart', 303)
  return data({ form: { values: typed }, said: describeChanges(context, before, cart) } satisfies CartAnswer)
}

/** A redirect would lose the typed order form; the page script shows the answer in place anyway. */
export const shouldStayOnPage = (request: Request, typed: Typed) =>
  request.headers.has('X-Enhanced') || ['name', 'email', 'phone', 'note'].some((field) => typed[field]?.trim())

/** For screen readers: each changed line and the new total. */
function describeChanges(context: RequestContext, before: Cart, after: Cart) {
  const products = listSaleItems(context)
  const now = priceCart(after, products)
  const changed = priceCart(before, products).lines.flatMap(({ product, quantity }) => {
    const line = now.lines.find((one) => one.product.id === product.id)
    if (!line) return [cartPage.removed(product.name)]
    return line.quantity === quantity ? [] : [cartPage.changed(product.name, line.quantity)]
  })
  return changed.length > 0 ? [...changed, cartPage.newTotal(formatCents(now.totalCents))].join(' ') : undefined
}
