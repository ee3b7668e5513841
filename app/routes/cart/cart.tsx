import '#app/ui/styles/errands.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { viewCart } from '#app/domain/cart/cart-view.ts'
import { openedNow } from '#app/http/form-opened.server.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { productsNow } from '#app/http/products-now.ts'
import { useSite } from '#app/http/site.ts'
import { visitorCart } from '#app/http/visitor-cart.server.ts'
import { CartPage, type CartAnswer } from '#app/ui/cart/cart-page.tsx'
import { changeLines, putIntoCart } from './change-lines.server.ts'
import { orderCart } from './order-cart.server.ts'

export const handle = contentPage({ shows: ['catalogue'] })

export function loader({ request, context }: LoaderFunctionArgs) {
  return { cart: viewCart(visitorCart(request, context), productsNow(context)), opened: openedNow(context) }
}

/** Every post about the cart; a press of Enter, which names no button, means the order. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = await typedFields(request)
  const { intent = 'order' } = typed
  if (intent === 'order') return orderCart(request, context, typed)
  if (intent.startsWith('add:')) return putIntoCart(request, context, intent)
  return changeLines(request, context, { ...typed, intent })
}

export default function Cart() {
  const { cart, opened } = useLoaderData<typeof loader>()
  const answer = useActionData<CartAnswer>()
  return <CartPage site={useSite()} cart={cart} opened={opened} answer={answer} />
}
