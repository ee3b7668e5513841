import '#app/ui/styles/errands.css'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import { isEmailed } from '#app/domain/outbox/emails.server.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { contentPage } from '#app/http/page-kind.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { OrderPage } from './parts/order-page.tsx'
import { InvalidLinkPage } from '#app/ui/site/invalid-link-page.tsx'
import { orderNotFound } from '#content/pages/order.ts'

export const handle = contentPage()

/** The signed link is the only key; no account is needed. */
export async function loader({ params: { token = '' }, request, context }: LoaderFunctionArgs) {
  context.get(pageContext).doNotStore()
  const { signer, database, config, emailsLeave } = context.get(servicesContext)
  const id = signer.verifyLink(orderPurpose, token)
  if (id === undefined) return data({ view: undefined }, { status: 404 })

  const order = await loadOr503(context, () => findOrder(database, id))
  if (!order) return data({ view: undefined }, { status: 404 })
  const confirmation = { kind: 'order-confirmation' as const, about: id, recipient: order.email }
  const mailed = emailsLeave && (await loadOr503(context, () => isEmailed(database.db, confirmation)))
  const justPlaced = takeFlash(request, context, ['order-placed']) !== undefined
  const view = {
    order,
    placedOn: formatClinicDate(order.placedAt, clinicTimeZone),
    justPlaced,
    url: `${config.publicOrigin}${orderPath(token)}`,
    mailed,
    isQuiet: emailsLeave && !mailed && justPlaced,
  }
  return data({ view })
}

export default function OrderStatus() {
  const site = useSite()
  const { view } = useLoaderData<typeof loader>()
  return view ? (
    <OrderPage site={site} view={view} />
  ) : (
    <InvalidLinkPage page={orderNotFound} path="/orders" site={site} />
  )
}
