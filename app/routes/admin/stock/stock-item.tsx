import { Link } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import type { getStockItem } from './stock-item.server.ts'
import { stockPage as words } from './words.ts'

type Item = Awaited<ReturnType<typeof getStockItem>>

type StockItemProps = { item: Item; form: FormState }

/** The count of one product or form, and how it became what it is. */
export const StockItem = ({ item, form }: StockItemProps) => (
  <AdminPage title={item.name} aside={<a href={item.path}>{words.view}</a>}>
    <div className="stack adm-read">
      <FormOutcome form={form} />
      <Now {...item} />
      <Count left={item.left} form={form} />
      {item.left !== undefined && <Correct form={form} />}
      <History movements={item.movements} />
      <p>
        <Link to="/admin/stock">{words.back}</Link>
      </p>
    </div>
  </AdminPage>
)

const Now = ({ left, open }: Item) => (
  <section className="panel stack" aria-labelledby="now">
    <h2 id="now">{words.now.heading}</h2>
    <p>{left === undefined ? words.now.notCounted : words.now.counted(left)}</p>
    {open > 0 && <p className="hint">{words.now.open(open)}</p>}
    {left !== undefined && (
      <ActionForm>
        <IntentButton intent="end" kind="danger" text={words.end.button} />
      </ActionForm>
    )}
  </section>
)

/** `was`: what the page shows, even after an error, so that nothing ordered meanwhile is counted away unseen. */
const Count = ({ left, form }: { left: number | undefined; form: FormState }) => (
  <section className="panel stack" aria-labelledby="count-heading">
    <h2 id="count-heading">{words.count.heading}</h2>
    <ActionForm className="stack" noValidate>
      <input type="hidden" name="was" value={left ?? ''} />
      <Field
        label={words.count.label}
        hint={words.count.hint}
        inputMode="numeric"
        autoComplete="off"
        {...namedField(form, 'count')}
      />
      <div className="row">
        <IntentButton intent="count" text={words.count.button} />
      </div>
    </ActionForm>
  </section>
)

const Correct = ({ form }: { form: FormState }) => (
  <section className="panel stack" aria-labelledby="correct">
    <h2 id="correct">{words.correct.heading}</h2>
    <ActionForm className="stack" noValidate>
      <Field label={words.correct.label} hint={words.correct.hint} autoComplete="off" {...namedField(form, 'change')} />
      <Field label={words.correct.reason} autoComplete="off" {...namedField(form, 'reason')} />
      <div className="row">
        <IntentButton intent="correct" kind="line" text={words.correct.button} />
      </div>
    </ActionForm>
  </section>
)

const History = ({ movements }: Pick<Item, 'movements'>) => (
  <section className="stack" aria-labelledby="history">
    <h2 id="history">{words.history.heading}</h2>
    {movements.length === 0 ? (
      <p className="muted">{words.history.none}</p>
    ) : (
      <Table columns={words.history.columns}>
        {movements.map(({ when, what, order, count, who }, index) => (
          <tr key={index}>
            <td className="num">{when}</td>
            <td dir="auto">{order ? <Link to={`/admin/orders/${order}`}>{what}</Link> : what}</td>
            <td className="num">{count}</td>
            <td className="muted">{who}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)
