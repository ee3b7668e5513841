import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Cart } from '#app/domain/cart/cart.ts'
import { newCart } from '#app/domain/cart/cart-cookie.server.ts'
import { withTyped } from '#app/domain/cart/cart-post.ts'
import { type CartView, shownText, viewCart, withoutGone } from '#app/domain/cart/cart-view.ts'
import { currentProducts } from '#app/domain/catalogue/products.ts'
import { orderForm, type OrderedLine, orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import { placeOrder } from '#app/domain/orders/orders.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { receiveForm } from '#app/http/receive-form.server.ts'
import { clearCart, keepCart, visitorCart } from '#app/http/visitor-cart.server.ts'
import type { CartAnswer } from '#app/ui/cart/cart-page.tsx'
import { cartPage } from '#content/pages/cart.ts'
import { staysOnPage } from './change-lines.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Place Order. Only what the page showed is ordered: quantities typed since, a change in another tab or a new price are
 * shown first. The cart's id in the form finds the order that was made of it, whatever the visitor's cart is by now.
 */
export async function orderCart(request: Request, context: Context, typed: Typed) {
  const catalogue = currentProducts()
  const before = visitorCart(request, context)
  const ofThisCart = typed.cart === before.id
  const cart = ofThisCart ? withTyped(withoutGone(before, catalogue), typed, catalogue) : before
  const view = viewCart(cart, catalogue)
  if (ofThisCart && shownText(view) !== typed.shown) return showFirst(request, context, typed, cart)

  const { button, failure, blank } = cartPage
  const isBlank = !typed.name?.trim() || !typed.email?.trim()
  const form = { schema: orderForm, button, failure, invalid: () => (isBlank ? blank : undefined), timed: true }
  return receiveForm(context, typed, form, async (contact, sender) => {
    const services = context.get(servicesContext)
    const lines = ofThisCart ? orderedLines(view) : []
    const placed = await placeOrder(services, { cartId: typed.cart ?? '', lines, contact, sender, now: Date.now() })
    if (!placed.ok && placed.reason === 'too-many') return placed
    if (!placed.ok && placed.reason === 'empty')
      return {
        ok: true,
        answer: view.lines.length > 0 ? refused(typed, cartPage.changedMeanwhile) : redirect('/cart', 303),
      }
    const { id, number } = placed.order
    const path = orderPath(services.signer.sign(orderPurpose, id))
    if (!placed.ok) {
      keepCart(context, { ...cart, id: newCart().id })
      return { ok: true, answer: refused(typed, cartPage.orderedAlready.text(number), { number, path }) }
    }
    if (ofThisCart) {
      clearCart(context)
      setFlash(context, 'order-placed')
    }
    return { ok: true, answer: redirect(path, 303) }
  })
}

/** The cart is another one than the page showed, because of what was typed into it or of what happened elsewhere. */
function showFirst(request: Request, context: Context, typed: Typed, cart: Cart) {
  const typedIn =
    shownText(viewCart(cart, currentProducts())) !==
    shownText(viewCart(visitorCart(request, context), currentProducts()))
  keepCart(context, cart)
  if (typedIn && !staysOnPage(request, typed)) return redirect('/cart', 303)
  return refused(typed, typedIn ? cartPage.quantitiesChanged : cartPage.changedMeanwhile)
}

const refused = (typed: Typed, error: string, ordered?: CartAnswer['ordered']) =>
  data({ form: { values: typed, error }, ordered } satisfies CartAnswer, { status: 409 })

const orderedLines = ({ lines }: CartView<ReturnType<typeof currentProducts>[number]>): OrderedLine[] =>
  lines.map(({ product: { id, name, priceCents, supplement }, quantity }) => ({
    productId: id,
    name,
    priceCents,
    quantity,
    supplement,
  }))
