import '#app/ui/styles/errands.css'
import { data } from 'react-router'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { type Order, orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import { isEmailed } from '#app/domain/outbox/emails.server.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { readPage } from '#app/http/page-kind.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { BillTable } from '#app/ui/catalogue/bill-table.tsx'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { afterOrder, orderNotFound, orderPage, payment } from '#content/pages/order.ts'
import { OrderDetails } from './parts/order-details.tsx'
import type { Route } from './+types/order.ts'

export const handle = readPage()

/** The signed link is the only key; no account is needed. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  context.get(pageContext).doNotStore()
  const { signer, database, config, emailsLeave } = context.get(servicesContext)
  const id = signer.verifyLink(orderPurpose, token)
  if (id === undefined) return data({ view: undefined }, { status: 404 })

  const order = await loadOr503(context, () => findOrder(database, id))
  if (!order) return data({ view: undefined }, { status: 404 })
  const confirmation = { kind: 'order-confirmation' as const, about: id, recipient: order.email }
  const mailed = emailsLeave && (await loadOr503(context, () => isEmailed(database.db, confirmation)))
  const justPlaced = takeFlash(request, context, ['order-placed']) !== undefined
  const url = `${config.publicOrigin}${orderPath(token)}`
  return data({ view: { order, justPlaced, url, mailed, isQuiet: emailsLeave && !mailed && justPlaced } })
}

export default function OrderStatus({ loaderData: { view } }: Route.ComponentProps) {
  const site = useSite()
  if (!view) return <OrderNotFound />
  const { order, justPlaced } = view
  const title = orderPage.heading(order.number)
  const lead = orderPage.statuses[order.status].sentence
  return (
    <>
      <PageTop page={{ ...orderPage, title, lead }} site={site} path="/orders" noindex />
      <div className="wrap two order-page">
        <div className="stack">
          {justPlaced && <Note kind="success">{orderPage.success}</Note>}
          <Confirmation {...view} />
          <Ordered order={order} />
        </div>
        <div className="panel">
          <OrderDetails order={order} placedOn={formatClinicDate(order.placedAt, clinicTimeZone)} />
          <NextSteps order={order} clinic={site.clinic} />
        </div>
      </div>
    </>
  )
}

function OrderNotFound() {
  const site = useSite()
  return (
    <>
      <PageTop page={orderNotFound} site={site} path="/orders" noindex />
      <div className="wrap body">
        <p className="lead">
          <Text words={orderNotFound.help} clinic={site.clinic} />
        </p>
      </div>
    </>
  )
}

type ConfirmationProps = {
  order: Order
  url: string
  /** Without the confirmation email, this page is all the customer has. */
  mailed: boolean
  /** The confirmation was not sent, because this address got too many emails within an hour. */
  isQuiet: boolean
}

function Confirmation({ order, url, mailed, isQuiet }: ConfirmationProps) {
  if (mailed) return <Note kind="info">{orderPage.mailed(order.email)}</Note>
  return (
    <Note kind="info">
      {isQuiet && <p>{orderPage.quiet}</p>}
      <p>{orderPage.keep}</p>
      <p className="order-url">
        <a href={url}>{url}</a>
      </p>
    </Note>
  )
}

/** The disclaimer stands in the same section as the supplements it is about. */
function Ordered({ order }: { order: Order }) {
  return (
    <section aria-labelledby="ordered">
      <h2 id="ordered">{orderPage.ordered.heading}</h2>
      <BillTable order={order} />
      <p>
        {payment.how} {payment.tax}
      </p>
      <Disclaimer products={order.lines} />
      <MedWatch />
    </section>
  )
}

function NextSteps({ order: { status }, clinic }: { order: Order; clinic: ClinicFacts }) {
  const inTheMaking = status === 'new' || status === 'confirmed'
  const open = inTheMaking || status === 'ready'
  return (
    <>
      {inTheMaking && (
        <>
          <h2>{afterOrder.heading}</h2>
          <p>{afterOrder.wait}</p>
        </>
      )}
      <p>
        <Text words={open ? afterOrder.change : orderPage.questions} clinic={clinic} />
      </p>
    </>
  )
}
