import { canNotify, nextStatuses, type Order, type OrderStatus } from '#app/domain/orders/order.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { BouncedEmail } from '#app/ui/admin/mail/bounced-email.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { BillTable } from '#app/ui/catalogue/bill-table.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Panel } from '#app/ui/primitives/panel.tsx'
import { admin } from '#content/pages/admin.ts'
import { adminOrder as words, orderStates } from '#content/pages/admin-orders.ts'
import { orderPage, payment } from '#content/pages/order.ts'
import { Detail } from '#app/ui/admin/detail.tsx'
import { MailLink } from '#app/ui/admin/mail-link.tsx'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'

export type AdminOrderView = {
  order: Order
  placed: string
  changes: { status: OrderStatus; when: string; told: boolean }[]
  bouncedEmail: { id: string; recipient: string } | undefined
  form: FormState
  /** Whether emails are sent, not only stored. */
  mailed: boolean
  clinicName: string
}

export function AdminOrderPage(view: AdminOrderView) {
  return (
    <div className="two">
      <div className="stack">
        {view.bouncedEmail && <BouncedEmail email={view.bouncedEmail} />}
        <Buyer {...view} />
        <section aria-labelledby="ordered">
          <h2 id="ordered" className="vh">
            {orderPage.ordered.heading}
          </h2>
          <BillTable order={view.order} />
          <p className="hint">
            {payment.how} {payment.tax}
          </p>
        </section>
      </div>
      <div className="screen stack">
        <Panel>
          <section id="order-state" data-swap aria-labelledby="state">
            <State {...view} />
          </section>
        </Panel>
        <p className="hint">{words.slip}</p>
        <p>
          <a href="/admin/orders">{words.back}</a>
        </p>
      </div>
    </div>
  )
}

function Buyer({ order: { name, email, phone, note, number }, placed, clinicName }: AdminOrderView) {
  const { buyer } = words
  return (
    <section aria-labelledby="buyer">
      <h2 id="buyer" className="vh">
        {buyer.heading}
      </h2>
      <dl className="dl">
        <Detail name={buyer.name}>{name}</Detail>
        <Detail name={buyer.phone}>{phone && <PhoneLink phone={phone} />}</Detail>
        <Detail name={buyer.email}>
          <MailLink email={email} subject={words.replySubject(number, clinicName)} />
        </Detail>
        <Detail name={buyer.placed}>{placed}</Detail>
        <Detail name={buyer.note} className="typed" dir="auto">
          {note}
        </Detail>
      </dl>
    </section>
  )
}

function State({ order, changes, form, mailed, placed }: AdminOrderView) {
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
    <form className="adm-step" method="post" action="#outcome" data-enhance data-offline={admin.offline}>
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
    </form>
  )
}
