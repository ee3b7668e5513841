import { listUrl, type SubscriberRow, type ListView, subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { clinicDateFormat } from '#app/domain/shared/clinic-time.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'
import { EditRow, openField } from './edit-row.tsx'
import { RowButton } from './row-button.tsx'
import type { SubscribersAnswer } from './subscribers-answer.ts'

type TableProps = {
  rows: SubscriberRow[]
  view: ListView
  edit: SubscribersAnswer['edit']
  timeZone: string
}

/** Two forms for all rows: one opens a row, the other posts its buttons. */
const opens = 'open-row'
const acts = 'act-on-row'

export function SubscriberTable({ rows, view, edit, timeZone }: TableProps) {
  const { state, q, after, before } = view
  const open = edit?.id ?? view.edit
  const dates = clinicDateFormat(timeZone)
  return (
    <>
      <form id={opens} method="get" action={`${subscribersPath}#${openField}`}>
        {Object.entries({ state, q, after, before }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
      </form>
      <form
        id={acts}
        method="post"
        action={`${listUrl({ ...view, edit: undefined })}#${outcomeId}`}
        data-enhance
        data-offline={words.offline}
      />
      <table className="table subscribers">
        <thead>
          <tr>
            <th scope="col">{words.columns.email}</th>
            <th scope="col">{words.columns.state}</th>
            <th scope="col">{words.columns.date}</th>
            <th scope="col">
              <span className="vh">{words.columns.acts}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.id === open ? (
              <EditRow key={row.id} row={row} view={view} edit={edit} dates={dates} />
            ) : (
              <Row key={row.id} row={row} dates={dates} />
            ),
          )}
        </tbody>
      </table>
    </>
  )
}

function Row({
  row: { id, email, state, subscriptionDate, name },
  dates,
}: {
  row: SubscriberRow
  dates: Intl.DateTimeFormat
}) {
  return (
    <tr>
      <td>
        <AddressText text={email} />
        {name && (
          <>
            {' '}
            <span className="hint" dir="auto">
              {name}
            </span>
          </>
        )}
      </td>
      <td className="hint">{words.states[state]}</td>
      <td className="hint num">{subscriptionDate && dates.format(subscriptionDate)}</td>
      <td className="row-acts">
        {state === 'bounced' && <RowButton form={acts} intent={`reset:${id}`} text={words.reset} email={email} />}
        <button type="submit" className="btn-text opens" form={opens} name="edit" value={id}>
          {words.edit}
          <span className="vh">{words.of(email)}</span>
        </button>
        <RowButton form={acts} intent={`delete:${id}`} text={words.delete} email={email} danger />
      </td>
    </tr>
  )
}
