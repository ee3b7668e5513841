import { data, redirect, redirectDocument } from 'react-router'
import { isCartId, createCart } from '#app/domain/cart/cart-cookie.server.ts'
import { applyTypedQuantities } from '#app/domain/cart/cart-post.ts'
import { type CartView, toSnapshot, priceCart } from '#app/domain/cart/cart-view.ts'
import { priceLine } from '#app/domain/catalogue/sales-tax.ts'
import { type OrderedLine, signOrderLink } from '#app/domain/orders/order.ts'
import { orderForm } from '#app/domain/orders/order-form.server.ts'
import { payWithinMs } from '#app/domain/orders/pay-order.server.ts'
import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import { findOrderOfCart, placeOrder } from '#app/domain/orders/orders.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { tryLoad } from '#app/http/load.ts'
import { payOrder } from '#app/http/pay-order.server.ts'
import { submitPublicForm } from '#app/http/public-form.server.ts'
import { showForm } from '#app/http/submit.server.ts'
import { getSignedIn } from '#app/http/viewer.server.ts'
import { clearCart, getCart, getPricedCart, listSaleItems, saveCart } from '#app/http/cart.server.ts'
import type { CartAnswer } from './parts/cart-page.tsx'
import { cardChoice, cartPage } from '#content/pages/cart.ts'
import { shouldStayOnPage } from './change-lines.server.ts'

/**
 * Place Order. Orders only what the page showed: newly typed quantities, changes in another tab and new prices are
 * shown first.
 */
export async function orderCart(request: Request, context: RequestContext, typed: Typed) {
  const before = getCart(request, context)
  const known = typed.cart === before.id
  if (typed.cart && !known) return findOrderOfOldPage(request, context, { ...typed, cart: typed.cart })

  const catalogue = listSaleItems(context)
  const { cart, unread } = known ? applyTypedQuantities(before, typed, catalogue) : { cart: before, unread: [] }
  const view = priceCart(cart, catalogue)
  if (unread.length > 0) return data({ form: { values: typed }, unread } satisfies CartAnswer, { status: 400 })
  // The cart differs from the page, because of typed quantities or a change elsewhere.
  if (known && toSnapshot(view) !== typed.shown) {
    saveCart(context, cart)
    if (toSnapshot(view) === toSnapshot(priceCart(before, catalogue))) return rejectChangedCart(typed, view)
    return shouldStayOnPage(context, typed) ? reject(typed, cartPage.quantitiesChanged) : redirect('/cart', 303)
  }

  const { button, failure, blank } = cartPage
  const isBlank = !typed.name?.trim() || !typed.email?.trim()
  const form = { schema: orderForm, button, failure, invalid: () => (isBlank ? blank : undefined), timed: true }
  return submitPublicForm(context, typed, form, async (contact, sender) => {
    // The post does not say what its page showed.
    if (!known) return rejectChangedCart(typed, view)
    const lines = toOrderLines(view)
    const deps = context.get(servicesContext)
    const accountId = (await getSignedIn(request, context))?.accountId
    const now = Date.now()
    const paysOnline = contact.pay === 'online' && deps.payments !== undefined && canPayOnline(view.totalCents)
    const payBy = paysOnline ? now + payWithinMs : undefined
    const giftCard = deps.payments && contact.giftCard
    const order = { cartId: cart.id, lines, contact, accountId, payBy, giftCard, sender, now }
    const placed = await placeOrder(deps, order)
    if (!placed.ok && placed.reason === 'too-many') return placed
    if (!placed.ok && placed.reason === 'gift-card')
      return showForm(typed, 400, { fieldErrors: { giftCard: cardChoice.problems[placed.problem] } })
    if (!placed.ok && placed.reason === 'too-few') return reject(typed, cartPage.tooFew)
    if (!placed.ok && placed.reason !== 'other-lines') return rejectChangedCart(typed, view)
    const path = toOrderPath(context, placed.order)
    if (placed.ok) {
      clearCart(context)
      setFlash(context, { on: path, about: 'placed' })
      // A gift card may have paid all of it.
      const isToPay = paysOnline && placed.order.payBy !== undefined
      return isToPay ? payOrder(context, { id: placed.order.id, path }) : redirectDocument(path, 303)
    }
    saveCart(context, { ...cart, id: createCart().id })
    const { number } = placed.order
    return reject(typed, cartPage.orderedAlready.text(number), { number, path })
  })
}

/** For a page with an older cart: the order made from that cart, else the current cart. */
async function findOrderOfOldPage(request: Request, context: RequestContext, typed: Typed & { cart: string }) {
  const { database } = context.get(servicesContext)
  const find = async () => (isCartId(typed.cart) ? findOrderOfCart(database, typed.cart) : undefined)
  const read = await tryLoad(context, async () => ({ order: await find() }))
  if (!read) return data({ form: { values: typed, error: cartPage.failure } } satisfies CartAnswer, { status: 503 })
  if (read.order) return redirectDocument(toOrderPath(context, read.order), 303)
  return rejectChangedCart(typed, getPricedCart(request, context))
}

const toOrderPath = (context: RequestContext, { id }: { id: string }) =>
  signOrderLink(context.get(servicesContext).signer, id)

const rejectChangedCart = (typed: Typed, { lines }: CartView): Response | ReturnType<typeof reject> =>
  reject(typed, lines.length > 0 ? cartPage.changedMeanwhile : cartPage.nothingToOrder)

const reject = (typed: Typed, error: string, ordered?: CartAnswer['ordered']) =>
  data({ form: { values: typed, error }, ordered } satisfies CartAnswer, { status: 409 })

const toOrderLines = ({ lines }: CartView<ReturnType<typeof listSaleItems>[number]>): OrderedLine[] =>
  lines.map(({ product: { id: productId, name, priceCents, supplement, taxRate: rate }, quantity }) => {
    const tax =
      rate === undefined ? undefined : { rate, cents: priceLine({ priceCents, taxRate: rate }, quantity).taxCents }
    return { productId, name, priceCents, quantity, supplement, tax }
  })
