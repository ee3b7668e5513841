import { data, redirect } from 'react-router'
import { orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import { findCheckoutUrl } from '#app/domain/orders/pay-order.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { readPage } from '#app/http/page-kind.ts'
import { payOrder } from '#app/http/pay-order.server.ts'
import { useSite } from '#app/http/site.ts'
import { submit } from '#app/http/submit.server.ts'
import { setFlash } from '#app/http/flash.ts'
import { LeadOn } from '#app/ui/site/lead-on.tsx'
import { onlinePayment } from '#content/payments.ts'
import type { Route } from './+types/pay.ts'

export const handle = readPage()

/** Leads on to the page where the order can be paid; without one, back to the order. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { signer, database, payments } = context.get(servicesContext)
  const id = signer.verifyLink(orderPurpose, token)
  const url = id && payments && (await loadOr503(context, () => findCheckoutUrl(database, id)))
  if (!url) throw redirect(orderPath(token), 303)
  return data({ url, back: orderPath(token) }, { headers: { Refresh: `0;url=${url}` } })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ params: { token }, context }: Route.ActionArgs) {
  context.get(pageContext).doNotStore()
  const id = context.get(servicesContext).signer.verifyLink(orderPurpose, token)
  if (id === undefined) throw data(null, { status: 404 })
  return submit(
    context,
    () => payOrder(context, { id, path: orderPath(token) }),
    () => {
      setFlash(context, { on: orderPath(token), about: 'unavailable' })
      return redirect(orderPath(token), 303)
    },
  )
}

export default function Pay({ loaderData: { url, back } }: Route.ComponentProps) {
  const { back: text } = onlinePayment.leadOn
  return <LeadOn site={useSite()} path="/orders" url={url} back={{ text, href: back }} />
}
