import '#app/ui/styles/shop-and-booking.css'
import { redirectDocument } from 'react-router'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { openedNow } from '#app/http/form-opened.server.ts'
import { workPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { prefill } from '#app/http/prefill.server.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { getSampleCart, getStockedCart } from '#app/http/cart.server.ts'
import { CartPage } from './parts/cart-page.tsx'
import { cartPage } from '#content/pages/cart.ts'
import { addToCart, changeLines, getFirstAdded, takeRemoved, toAnswerPath } from './change-lines.server.ts'
import { orderCart } from './order-cart.server.ts'
import type { Route } from './+types/cart.ts'

export const handle = workPage()

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const cart = page.preview ? getSampleCart(context) : await getStockedCart(request, context)
  const { added, from } = getFirstAdded(request)
  if (added !== undefined) {
    page.doNotStore()
    if (cart.lines.some(({ product }) => product.id === added)) throw redirectDocument(toAnswerPath(added, from))
  }
  const keepsNoCookies = added !== undefined && cart.lines.length + cart.unavailable.length === 0
  const known = await prefill(request, context)
  const removed = takeRemoved(request, context)
  const texts = { ...getTexts(context, 'cart'), payment: getTexts(context, 'order').payment }
  // Without a line of its own, so that a clinic that takes no online payments has the same page as before.
  const more = context.get(servicesContext).payments ? { paysOnline: true as const } : {}
  return { texts, cart, opened: openedNow(context), keepsNoCookies, known, removed, ...more }
}

/** Enter in a field submits without a button; that means the order. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = await typedFields(request)
  const { intent = 'order' } = typed
  if (intent === 'order') return orderCart(request, context, typed)
  if (intent.startsWith('add:')) return addToCart(request, context, { ...typed, intent })
  return changeLines(request, context, { ...typed, intent })
}

let latest: Promise<unknown> = Promise.resolve()

/** One post after another, since each answer sets the cookie for the next. What waits for a lost post is lost with it. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = latest.then(() => serverAction())
  latest = answer
  answer.catch(() => {
    if (latest === answer) latest = Promise.resolve()
  })
  return answer
}

export default function Cart({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { texts, cart, opened, keepsNoCookies, known, removed, paysOnline = false } = loaderData
  const site = useSite()
  const { error, advice } = cartPage.noCookies
  const refused = keepsNoCookies ? { error, advice: advice(site.clinic) } : {}
  return (
    <CartPage
      site={site}
      texts={texts}
      cart={cart}
      opened={opened}
      paysOnline={paysOnline}
      answer={answer ?? { form: { values: known, ...refused }, removed }}
    />
  )
}
