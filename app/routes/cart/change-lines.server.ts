import { data, redirect } from 'react-router'
import { addProduct, type CartLine, findForSale, parseQuantity } from '#app/domain/cart/cart.ts'
import { applyPost, parseIntentProduct } from '#app/domain/cart/cart-post.ts'
import { priceCart, removeUnavailable } from '#app/domain/cart/cart-view.ts'
import { ownPage, productCardPath, productIdOf, productPath, saleItemId } from '#app/domain/catalogue/product.ts'
import { setFlash, takeFlash } from '#app/http/flash.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { getCart, listSaleItems, saveCart } from '#app/http/cart.server.ts'
import { listStockedItems } from '#app/http/stock.server.ts'
import type { CartAnswer } from './parts/cart-page.tsx'
import { describeChanges } from './parts/describe-changes.ts'
import { pageContext, type RequestContext } from '#app/http/context.ts'

/** 'Add to Cart': returns to where it was pressed, the product's card or its own page. */
export async function addToCart(request: Request, context: RequestContext, typed: Typed & { intent: string }) {
  const { intent, form, from } = typed
  const catalogue = await listStockedItems(context)
  const product = findForSale({ product: saleItemId(parseIntentProduct(intent) ?? '', form) }, catalogue)
  if (!product) return redirect('/products', 303)
  // Sold since the page was loaded, which says so now.
  if (product.left === 0) return redirect(toAnswerPath(product.id, from), 303)
  const before = getCart(request, context)
  saveCart(context, addProduct(removeUnavailable(before, catalogue), product.id, catalogue))
  const path = toAnswerPath(product.id, from)
  setFlash(context, { on: path.replace(/#.*/, ''), about: product.id })
  const isKept = before.lines.length > 0
  return redirect(isKept ? path : toAddedPath(product.id, from), 303)
}

/** The next request shows whether the browser accepts the cart's cookie. */
const toAddedPath = (added: string, from: string | undefined) =>
  `/cart?${new URLSearchParams({ added, ...(from === ownPage && { from }) })}`

/** Where the answer is shown. `from`: what the form says of its place. */
export function toAnswerPath(saleItem: string, from: string | undefined) {
  const product = { id: productIdOf(saleItem) }
  return from === ownPage ? `${productPath(product)}#buy` : productCardPath(product)
}

/** The product that was first put into this cart, from that address, and where it was. */
export function getFirstAdded(request: Request) {
  const { searchParams } = new URL(request.url)
  return { added: searchParams.get('added') ?? undefined, from: searchParams.get('from') ?? undefined }
}

/** Minus, plus, Remove, Undo and Update on /cart. Each also applies typed quantities. */
export function changeLines(request: Request, context: RequestContext, typed: Typed & { intent: string }) {
  const catalogue = listSaleItems(context)
  const before = removeUnavailable(getCart(request, context), catalogue)
  const { cart, unread } = applyPost(before, typed, catalogue)
  saveCart(context, cart)
  if (unread.length > 0) return data({ form: { values: typed }, unread } satisfies CartAnswer, { status: 400 })
  const place = before.lines.findIndex(({ product }) => !cart.lines.some((line) => line.product === product))
  const removed = before.lines[place]
  if (!shouldStayOnPage(context, typed)) {
    if (removed) setFlash(context, { on: '/cart', about: `${removed.product}*${removed.quantity}*${place}` })
    return redirect('/cart', 303)
  }
  const said = describeChanges(priceCart(before, catalogue), priceCart(cart, catalogue))
  return data({
    form: { values: typed },
    said,
    removed: removed && priceRemoved(context, removed, place),
  } satisfies CartAnswer)
}

/** The line that the post before this page removed, for Undo without scripts. */
export function takeRemoved(request: Request, context: RequestContext) {
  const { about = '' } = takeFlash(request, context, '/cart') ?? {}
  const [product = '', typed = '', place] = about.split('*')
  const quantity = parseQuantity(typed)
  return quantity === undefined ? undefined : priceRemoved(context, { product, quantity }, Number(place) || 0)
}

/** None if it can't be ordered any more. */
function priceRemoved(context: RequestContext, removed: CartLine, place: number) {
  const [line] = priceCart({ id: '', lines: [removed] }, listSaleItems(context)).lines
  return line && { line, place }
}

/** Without scripts, a redirect would lose the typed order form. */
export const shouldStayOnPage = (context: RequestContext, typed: Typed) =>
  context.get(pageContext).isDataRequest ||
  ['name', 'email', 'phone', 'note', 'giftCard'].some((field) => typed[field]?.trim())
