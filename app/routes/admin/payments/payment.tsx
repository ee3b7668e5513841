import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import type { getPayment } from './payment-view.server.ts'
import { paymentPage as words, paymentsPage } from './words.ts'

type Payment = Awaited<ReturnType<typeof getPayment>>

export const PaymentDetails = ({ payment, form }: { payment: Payment; form: FormState }) => (
  <AdminPage title={words.title(payment.about.text)}>
    <div className="stack adm-read">
      <FormOutcome form={form} />
      <Facts {...payment} />
      {payment.mayAsk && (
        <ActionForm>
          <IntentButton intent="ask" kind="line" text={words.ask.button} />
        </ActionForm>
      )}
      {payment.waiting && (
        <ActionForm className="stack">
          <p>{words.waiting.text}</p>
          {payment.waiting.maySend && (
            <div className="row">
              <IntentButton intent="send-waiting" text={words.waiting.send} />
              <IntentButton intent="keep-waiting" kind="line" text={words.waiting.keep} />
            </div>
          )}
        </ActionForm>
      )}
      {payment.refund && <RefundForm refund={payment.refund} form={form} />}
      {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} />}
      {payment.ledger.length > 0 && <Ledger ledger={payment.ledger} />}
      <p>
        <Link to="/admin/payments">{words.back}</Link>
      </p>
    </div>
  </AdminPage>
)

const Facts = ({ about, state, amount, started, paid, receipt, failure, checkout, providerPayment }: Payment) => (
  <dl className="dl">
    <Detail name={words.facts.about} className="num">
      {about.path ? <Link to={about.path}>{about.text}</Link> : about.text}
    </Detail>
    <Detail name={words.facts.state}>{paymentsPage.states[state]}</Detail>
    <Detail name={words.facts.amount} className="num">
      {amount}
    </Detail>
    <Detail name={words.facts.started}>{started}</Detail>
    <Detail name={words.facts.paid}>{paid}</Detail>
    <Detail name={words.facts.receipt} className="num">
      {receipt}
    </Detail>
    <Detail name={words.facts.failure}>{failure}</Detail>
    <Detail name={words.facts.checkout} className="typed">
      {checkout}
    </Detail>
    <Detail name={words.facts.payment} className="typed">
      {providerPayment}
    </Detail>
  </dl>
)

/** `key` and `seen` make of two presses one refund. */
const RefundForm = ({ refund, form }: { refund: Exclude<Payment['refund'], false>; form: FormState }) => (
  <section className="panel stack" aria-labelledby="refund">
    <h2 id="refund">{words.refund.heading}</h2>
    <p className="muted">{words.refund.left(refund.left)}</p>
    <ActionForm className="stack" noValidate>
      <input type="hidden" name="key" value={refund.key} />
      <input type="hidden" name="seen" value={refund.seenCents} />
      <Field label={words.refund.label} inputMode="decimal" autoComplete="off" {...namedField(form, 'amount')} />
      <div className="row">
        <IntentButton intent="refund" kind="line" text={words.refund.button} />
      </div>
    </ActionForm>
  </section>
)

const Refunds = ({ refunds }: Pick<Payment, 'refunds'>) => (
  <section className="stack" aria-labelledby="refunds">
    <h2 id="refunds">{words.refunds.heading}</h2>
    <Table columns={words.refunds.columns} amount="amount">
      {refunds.map(({ id, when, reason, state, failure, amount }) => (
        <tr key={id}>
          <td>{words.refunds.reasons[reason]}</td>
          <td>
            {words.refunds.states[state]} {failure && <span className="hint">{failure}</span>}
          </td>
          <td className="hint num">{when}</td>
          <td className="num amount">{amount}</td>
        </tr>
      ))}
    </Table>
  </section>
)

const Ledger = ({ ledger }: Pick<Payment, 'ledger'>) => (
  <section className="stack" aria-labelledby="ledger">
    <h2 id="ledger">{words.ledger.heading}</h2>
    <Table columns={words.ledger.columns} amount="amount">
      {ledger.map(({ when, account, item, amount }, index) => (
        <tr key={index}>
          <td>{words.ledger.accounts[account]}</td>
          <td className="muted">{item}</td>
          <td className="hint num">{when}</td>
          <td className="num amount">{amount}</td>
        </tr>
      ))}
    </Table>
  </section>
)
