import '#app/ui/styles/shop-and-booking.css'
import { data } from 'react-router'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { type Order, orderPath, orderPurpose } from '#app/domain/orders/order.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { fillInAlso } from '#app/domain/content/fill-in-also.ts'
import { isEmailed } from '#app/domain/outbox/emails.server.ts'
import { findOrderMoney } from '#app/domain/orders/pay-order.server.ts'
import { toPaymentText } from '#app/domain/orders/payment-text.ts'
import { findOrder } from '#app/domain/orders/orders.server.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { pageContext, type RequestContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { toPaymentProblem } from '#app/http/pay-online.server.ts'
import { readPage } from '#app/http/page-kind.ts'
import { loadOr503 } from '#app/http/load.ts'
import { getTexts } from '#app/http/texts.server.ts'
import { useSite } from '#app/http/site.ts'
import { BillTable } from '#app/ui/catalogue/bill-table.tsx'
import { Disclaimer } from '#app/ui/catalogue/disclaimer.tsx'
import { MedWatch } from '#app/ui/catalogue/med-watch.tsx'
import { sampleLink, sampleOrder } from '#app/mail/samples.ts'
import { Note } from '#app/ui/primitives/note.tsx'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { orderPage } from '#content/pages/order.ts'
import { toPaymentView } from './payment-view.ts'
import { Payment, type PaymentView } from '#app/ui/payment/payment.tsx'
import { OrderDetails } from './parts/order-details.tsx'
import { onlinePayment } from '#content/payments.ts'
import type { Route } from './+types/order.ts'

export const handle = readPage()

/** The signed link is the only key; no account is needed. */
export async function loader({ params: { token }, request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  page.doNotStore()
  const { signer, database, config, emailsLeave, payments } = context.get(servicesContext)
  const texts = getTexts(context, 'order')
  if (page.preview) return data({ texts, view: getSample(context) })

  const id = signer.verifyLink(orderPurpose, token)
  if (id === undefined) return data({ texts, view: undefined }, { status: 404 })

  const order = await loadOr503(context, () => findOrder(database, id))
  if (!order) return data({ texts, view: undefined }, { status: 404 })
  const confirmation = { kind: 'order-confirmation' as const, about: id, recipient: order.email }
  const mailed = emailsLeave && (await loadOr503(context, () => isEmailed(database.db, confirmation)))
  const { about } = takeFlash(request, context, orderPath(token)) ?? {}
  const justPlaced = about === 'placed'
  const url = `${config.publicOrigin}${orderPath(token)}`
  const problem = toPaymentProblem(about)
  const money = await loadOr503(context, () => findOrderMoney(database, order))
  const payment = toPaymentView(order, { money, canPay: payments !== undefined, path: orderPath(token), problem })
  const isQuiet = emailsLeave && !mailed && justPlaced
  const view: View = { order, justPlaced, url, mailed, isQuiet, ...(payment && { payment }) }
  return data({ texts, view })
}

type View = {
  order: Order
  justPlaced: boolean
  url: string
  mailed: boolean
  isQuiet: boolean
  payment?: PaymentView
}

/** What a preview of this page shows. */
function getSample(context: RequestContext): View {
  const { emailsLeave } = context.get(servicesContext)
  return { order: sampleOrder, justPlaced: true, url: sampleLink('/orders'), mailed: emailsLeave, isQuiet: false }
}

export default function OrderStatus({ loaderData: { texts, view } }: Route.ComponentProps) {
  const site = useSite()
  if (!view) return <OrderNotFound texts={texts.notFound} />
  const { order, justPlaced } = view
  const title = fillInAlso(texts.title, { number: order.number })
  const isToPay = order.payBy !== undefined && view.payment?.action !== undefined
  const lead = isToPay ? onlinePayment.lead : texts.statuses[order.status]
  return (
    <>
      <PageTop page={{ ...texts, title, lead }} site={site} path="/orders" noindex />
      <div className="wrap cols two order-page">
        <div className="stack">
          {view.payment && <Payment payment={view.payment} words={onlinePayment} />}
          {justPlaced && <Note kind="success">{orderPage.success}</Note>}
          <Confirmation texts={texts.confirmation} {...view} />
          <Ordered texts={texts} order={order} />
        </div>
        <div className="panel">
          <OrderDetails
            heading={texts.details}
            order={order}
            placedOn={formatClinicDate(order.placedAt, clinicTimeZone)}
          />
          <NextSteps texts={texts} order={order} clinic={site.clinic} />
        </div>
      </div>
    </>
  )
}

type Texts = Content<'order'>

function OrderNotFound({ texts }: { texts: Texts['notFound'] }) {
  const site = useSite()
  return (
    <>
      <PageTop page={texts} site={site} path="/orders" noindex />
      <div className="wrap body">
        <p className="lead">
          <Text words={texts.help} clinic={site.clinic} />
        </p>
      </div>
    </>
  )
}

type ConfirmationProps = {
  texts: Texts['confirmation']
  order: Order
  url: string
  /** Without the confirmation email, this page is all the customer has. */
  mailed: boolean
  /** The confirmation was not sent, because this address got too many emails within an hour. */
  isQuiet: boolean
}

function Confirmation({ texts, order, url, mailed, isQuiet }: ConfirmationProps) {
  if (mailed) return <Note kind="info">{fillInAlso(texts.mailed, { customer: order.email })}</Note>
  return (
    <Note kind="info">
      {isQuiet && <p>{texts.quiet}</p>}
      <p>{texts.keep}</p>
      <p className="order-url">
        <a href={url}>{url}</a>
      </p>
    </Note>
  )
}

/** The disclaimer stands in the same section as the supplements it is about. */
function Ordered({ texts: { ordered, payment }, order }: { texts: Texts; order: Order }) {
  return (
    <section aria-labelledby="ordered">
      <h2 id="ordered">{ordered}</h2>
      <BillTable order={order} />
      <p>{toPaymentText(order, payment)}</p>
      <Disclaimer products={order.lines} />
      <MedWatch />
    </section>
  )
}

type NextStepsProps = { texts: Texts; order: Order; clinic: ClinicFacts }

function NextSteps({ texts: { next, questions }, order: { status }, clinic }: NextStepsProps) {
  const inTheMaking = status === 'new' || status === 'confirmed'
  const open = inTheMaking || status === 'ready'
  return (
    <>
      {inTheMaking && (
        <>
          <h2>{next.heading}</h2>
          <p>{next.wait}</p>
        </>
      )}
      <p>
        <Text words={open ? next.change : questions} clinic={clinic} />
      </p>
    </>
  )
}
