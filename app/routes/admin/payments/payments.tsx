import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { requireId } from '#app/http/require-id.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Detail } from '#app/ui/primitives/detail.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { PaymentDetails } from './payment.tsx'
import { getPayment, getPayments } from './payment-view.server.ts'
import { receiveExplanation, receivePayment } from './receive-payment.server.ts'
import { paymentPage, paymentsPage as words } from './words.ts'
import type { Route } from './+types/payments.ts'

/** Both addresses are one file, so that its words are no other file in the list that every page loads. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  if (id === undefined) return { list: await getPayments(request, context) }
  return { payment: await getPayment(context, requireId(id)) }
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  return id === undefined ? receiveExplanation(request, context) : receivePayment(request, context, requireId(id))
}

export default function Payments({ loaderData: { list, payment }, actionData }: Route.ComponentProps) {
  const { form = {} }: { form?: FormState } = actionData ?? {}
  return payment ? <PaymentDetails payment={payment} form={form} /> : <AllPayments list={list} form={form} />
}

type List = Awaited<ReturnType<typeof getPayments>>

const AllPayments = ({ list, form }: { list: List; form: FormState }) => (
  <AdminPage title={words.title}>
    <div className="stack">
      <FormOutcome form={form} />
      {list.isOff && <p className="muted">{words.off}</p>}
      {list.isUntaxed && <p className="muted">{words.untaxed}</p>}
      {list.troubles.map((text) => (
        <Note key={text} kind="warn">
          <p>{text}</p>
        </Note>
      ))}
      {list.differences.length > 0 && <Differences list={list} form={form} />}
      <div id={listId}>
        {list.payments.length === 0 ? (
          <EmptyList empty={words.none} isFiltered={false} />
        ) : (
          <>
            <SortLinks sorts={list.sorts} />
            <Rows payments={list.payments} />
          </>
        )}
      </div>
      <ListPager previous={list.previous} next={list.next} />
      {list.held.length > 0 && <Held held={list.held} />}
      {list.months.length > 0 && <Export months={list.months} />}
    </div>
  </AdminPage>
)

const Rows = ({ payments }: Pick<List, 'payments'>) => (
  <Table columns={words.columns} amount="amount">
    {payments.map(({ id, about, state, started, receiptNumber, amount, refunded }) => (
      <tr key={id}>
        <td>
          <Link className="leads" to={`/admin/payments/${id}`}>
            {about}
          </Link>
        </td>
        <td>
          {words.states[state]} {refunded && <span className="hint">{words.refunded(refunded)}</span>}
        </td>
        <td className="num">{receiptNumber !== undefined && words.receipt(receiptNumber)}</td>
        <td className="hint num">{started}</td>
        <td className="num amount">{amount}</td>
      </tr>
    ))}
  </Table>
)

const Differences = ({ list: { differences, mayExplain }, form }: { list: List; form: FormState }) => (
  <section className="panel stack" aria-labelledby="differences">
    <h2 id="differences">{words.differences.heading}</h2>
    <p className="muted">{words.differences.lead}</p>
    <ul className="stack">
      {differences.map(({ id, text, found }) => (
        <li key={id} className="stack">
          <p>
            {text} <span className="hint num">{found}</span>
          </p>
          {mayExplain && <Explain id={id} form={form.values?.difference === id ? form : {}} />}
        </li>
      ))}
    </ul>
  </section>
)

const Held = ({ held }: Pick<List, 'held'>) => (
  <section className="stack" aria-labelledby="held">
    <h2 id="held">{words.held.heading}</h2>
    <dl className="dl num">
      {held.map(({ account, amount }) => (
        <Detail key={account} name={paymentPage.ledger.accounts[account]}>
          {amount}
        </Detail>
      ))}
    </dl>
  </section>
)

const Export = ({ months }: Pick<List, 'months'>) => (
  <section className="stack" aria-labelledby="export">
    <h2 id="export">{words.export.heading}</h2>
    <form className="adm-bar" method="post" action="/admin/payments/export">
      <div className="field">
        <label htmlFor="month">{words.export.month}</label>
        <select className="in" id="month" name="month">
          {months.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <Button kind="line">{words.export.button}</Button>
    </form>
    <p className="hint">{words.export.hint}</p>
  </section>
)

const Explain = ({ id, form }: { id: string; form: FormState }) => (
  <ActionForm className="stack" noValidate>
    <input type="hidden" name="difference" value={id} />
    <Field
      label={words.differences.explain}
      autoComplete="off"
      {...namedField(form, 'explanation')}
      id={`explain-${id}`}
    />
    <div className="row">
      <IntentButton intent="explain" kind="line" text={words.differences.button} />
    </div>
  </ActionForm>
)
