// The bill looks as it does on the customer's page.
import '#app/ui/styles/shop-and-booking.css'
import { data, Link } from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { changeOrder, type ChangeOrderResult, listOrderChanges } from '#app/domain/orders/change-order.server.ts'
import {
  orderStatuses,
  canNotify,
  nextStatuses,
  type Order as OrderType,
  type OrderStatus,
} from '#app/domain/orders/order.ts'
import { findOrderMoney, type OrderMoney } from '#app/domain/orders/pay-order.server.ts'
import { toPaymentText } from '#app/domain/orders/payment-text.ts'
import { findOrderByNumber } from '#app/domain/orders/orders.server.ts'
import { undoOrderChange } from '#app/domain/orders/undo-order-change.server.ts'
import { findFailedEmailAbout } from '#app/domain/outbox/failed-emails.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { loadOr404 } from '#app/http/load.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { requireId } from '#app/http/require-id.ts'
import { useSite } from '#app/http/site.ts'
import { actOn, formError } from '#app/http/submit.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { BouncedEmail } from '#app/ui/admin/bounced-email.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { BillTable } from '#app/ui/catalogue/bill-table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { adminOrder as words, orderStates } from '#content/pages/admin-orders.ts'
import { admin } from '#content/pages/admin.ts'
import { OrderTag } from './order-tag.tsx'
import type { Route } from './+types/order.ts'
import { getTexts } from '#app/http/texts.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const number = requireId(params.number)
  const { database, emailsLeave } = context.get(servicesContext)
  const { order, changes, bouncedEmail, money } = await loadOr404(context, async () => {
    const order = await findOrderByNumber(database, number)
    return (
      order && {
        order,
        changes: await listOrderChanges(database, order.id),
        bouncedEmail: await findFailedEmailAbout(database, order.id),
        money: await findOrderMoney(database, order),
      }
    )
  })

  const { ordered, payment } = getTexts(context, 'order')
  const formatMoment = (at: number) => formatClinicMoment(at, clinicTimeZone)
  return {
    order,
    texts: { ordered, payment },
    placed: formatMoment(order.placedAt),
    changes: changes.map(({ status, changedAt, told }) => ({ status, when: formatMoment(changedAt), told })),
    bouncedEmail,
    mailed: emailsLeave,
    paid: describePayment(order, money),
  }
}

/** Undefined for an order that nobody pays online. */
function describePayment({ payBy }: OrderType, money: OrderMoney | undefined) {
  const { payment } = words
  if (money?.isPaid && money.receiptNumber) {
    const refunded = money.refundedCents > 0 ? ` ${describeRefund(money)}` : ''
    return `${payment.paid(money.receiptNumber)}${refunded}`
  }
  if (money && money.refundedCents > 0) return describeRefund(money)
  return payBy === undefined ? undefined : payment.unpaid(formatClinicMoment(payBy, clinicTimeZone))
}

const describeRefund = ({ refundWaits, refundedCents }: OrderMoney) =>
  words.payment[refundWaits ? 'refundWaits' : 'refunded'](formatCents(refundedCents))

const stepForm = z.object({
  from: z.enum(orderStatuses),
  to: z.enum(orderStatuses),
  tell: z.literal('on').optional(),
  /** Takes back the change from `to` to `from`, instead of making the next. */
  intent: z.literal('undo').optional(),
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const number = requireId(params.number)
  const typed = await typedFields(request)
  const checked = stepForm.safeParse(typed)
  if (!checked.success) return formError(400, words.state.notNext)
  const { from, to, tell, intent } = checked.data
  return actOn(context, async () => {
    const change = { number, from, to, tell: tell === 'on', now: Date.now() }
    const act = intent === 'undo' ? undoOrderChange : changeOrder
    const changed = await act(context.get(servicesContext), getActor(context), change)
    if (!changed.ok) return toFormError(changed)
    const record = `/admin/orders/${number}`
    if (intent === 'undo') return redirectDone(context, typed, { record, text: words.state.restored(orderStates[to]) })
    const undo = { intent: 'undo', from: to, to: from }
    return redirectDone(context, typed, { record, text: words.state.changed(orderStates[to]), undo })
  })
}

function toFormError(changed: Extract<ChangeOrderResult, { ok: false }>) {
  switch (changed.reason) {
    case 'not-found':
      return data(null, { status: 404 })
    case 'not-next':
      return formError(400, words.state.notNext)
    case 'too-late':
      return formError(409, words.state.tooLate)
    case 'card-spent':
      return formError(409, words.state.cardSpent)
    case 'sold-out':
      return formError(
        409,
        words.state.soldOut(changed.lines.map(({ name, left }) => words.state.left(name, left)).join(', ')),
      )
    case 'changed-meanwhile':
      return formError(409, words.state.changedMeanwhile(orderStates[changed.status].toLowerCase()))
  }
}

export default function Order({ loaderData, actionData: posted }: Route.ComponentProps) {
  const view = usePoll(loaderData)
  const { order, texts, bouncedEmail } = view
  const tag = <OrderTag id="order-tag" status={order.status} />
  return (
    <AdminPage title={words.heading(order.number)} aside={tag}>
      <div className="cols two">
        <div className="stack">
          {bouncedEmail && <BouncedEmail email={bouncedEmail} />}
          <Buyer {...view} />
          <section aria-labelledby="ordered">
            <h2 id="ordered" className="vh">
              {texts.ordered}
            </h2>
            <BillTable order={order} />
            <p className="hint">{toPaymentText(order, texts.payment)}</p>
          </section>
        </div>
        <div className="screen stack">
          <div className="panel">
            <section id="order-state" aria-labelledby="state">
              <State {...view} form={posted?.form ?? {}} />
            </section>
          </div>
          <p className="hint">{words.slip}</p>
          <p>
            <Link to="/admin/orders">{words.back}</Link>
          </p>
        </div>
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

function Buyer({ order: { name, email, phone, note, number }, placed, paid }: View) {
  const { buyer } = words
  const { clinic } = useSite()
  return (
    <section aria-labelledby="buyer">
      <h2 id="buyer" className="vh">
        {buyer.heading}
      </h2>
      <dl className="dl">
        <Detail name={buyer.name}>{name}</Detail>
        <Detail name={buyer.phone}>{phone && <PhoneLink phone={phone} />}</Detail>
        <Detail name={buyer.email}>
          <MailLink email={email} subject={words.replySubject(number, clinic.name)} />
        </Detail>
        <Detail name={buyer.placed}>{placed}</Detail>
        <Detail name={buyer.payment}>{paid}</Detail>
        <Detail name={buyer.note} className="typed" dir="auto">
          {note}
        </Detail>
      </dl>
    </section>
  )
}

function State({ order, changes, form, mailed, placed }: View & { form: FormState }) {
  return (
    <div className="stack">
      <h2 id="state">{words.state.heading}</h2>
      <FormOutcome form={form} />
      {nextStatuses[order.status].map((to, index) => (
        <Step key={to} from={order.status} to={to} isUsual={index === 0} mailed={mailed} />
      ))}
      <h3>{words.history.heading}</h3>
      <ol className="stack">
        <li>
          <span className="num">{placed}</span>: {words.history.placed}
        </li>
        {changes.map(({ status, when, told }, index) => (
          <li key={index}>
            <span className="num">{when}</span>: {orderStates[status]}
            {told && ` ${words.history.told}`}
          </li>
        ))}
      </ol>
    </div>
  )
}

type StepProps = { from: OrderStatus; to: OrderStatus; isUsual: boolean; mailed: boolean }

/** One form for each step, since each has its own checkbox. `from` is the status that the page showed. */
function Step({ from, to, isUsual, mailed }: StepProps) {
  return (
    <ActionForm className="adm-step" offline={admin.offline}>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <Button kind={isUsual ? 'primary' : 'line'} small>
        {words.state.to[to]}
      </Button>
      {canNotify(to) && (
        <Checkbox
          name="tell"
          id={`tell-${to}`}
          label={(mailed ? words.state.tell : words.state.tellByPhone)[to]}
          defaultChecked={to !== 'confirmed'}
        />
      )}
    </ActionForm>
  )
}
