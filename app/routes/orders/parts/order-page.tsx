import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Order } from '#app/domain/orders/order.ts'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { Panel } from '#app/ui/primitives/panel.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { afterOrder, orderPage, payment } from '#content/pages/order.ts'
import { BillTable } from '#app/ui/catalogue/bill-table.tsx'
import { OrderDetails } from './order-details.tsx'

export type OrderView = {
  order: Order
  /** 'October 12, 2023'. */
  placedOn: string
  justPlaced: boolean
  url: string
  /** Without the confirmation email, this page is all the customer has. */
  mailed: boolean
  /** The confirmation was not sent, because this address got too many emails within an hour. */
  isQuiet: boolean
}

export function OrderPage({ site, view }: { site: PageSite; view: OrderView }) {
  const { order, placedOn, justPlaced } = view
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
        <Panel>
          <OrderDetails order={order} placedOn={placedOn} />
          <NextSteps order={order} clinic={site.clinic} />
        </Panel>
      </div>
    </>
  )
}

function Confirmation({ order, url, mailed, isQuiet }: OrderView) {
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
