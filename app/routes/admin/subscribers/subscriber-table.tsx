import { Form, Link, useNavigate, useNavigation } from 'react-router'
import { listUrl, type ListView, type SubscriberRow, subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { clinicDateFormat } from '#app/domain/shared/clinic-time.ts'
import { useSite } from '#app/http/site.ts'
import { ChooseRow } from '#app/ui/admin/choose-rows.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { forms } from '#content/forms.ts'
import { admin } from '#content/pages/admin.ts'
import { subscribersPage as words } from './words.ts'
import type { SubscribersAnswer } from './act-on-subscribers.server.ts'

type TableProps = { rows: SubscriberRow[]; view: ListView; edit: SubscribersAnswer['edit'] }

/** Two forms for all rows: one opens a row, the other posts its buttons. */
const opens = 'open-row'
const acts = 'act-on-row'
const openField = 'edit-email'
/** Takes the focus when the row is closed again. */
const editButtonId = (id: string) => `edit-${id}`

/** Posts to the list, without a row to edit. */
export const actionOf = (view: ListView) => `${listUrl({ ...view, edit: undefined })}#${outcomeId}`

export function SubscriberTable({ rows, view, edit }: TableProps) {
  const { state, q, sort, after, before } = view
  const open = edit?.id ?? view.edit
  const dates = clinicDateFormat(useSite().clinic.timeZone)
  return (
    <>
      <Form id={opens} method="get" action={`${subscribersPath}#${openField}`}>
        {Object.entries({ state, q, sort, after, before }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
      </Form>
      <ActionForm id={acts} action={actionOf(view)} offline={words.offline} />
      <table className="table subscribers">
        <thead>
          <tr>
            <th scope="col">{admin.choose.column}</th>
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

type RowProps = { row: SubscriberRow; dates: Intl.DateTimeFormat }

const Row = ({ row: { id, email, state, subscriptionDate, name }, dates }: RowProps) => (
  <tr>
    <ChooseRow value={id} label={words.choose(email)} />
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
      <button type="submit" className="btn-text opens" id={editButtonId(id)} form={opens} name="edit" value={id}>
        {words.edit}
        <span className="vh">{words.of(email)}</span>
      </button>
      <RowButton form={acts} intent={`delete:${id}`} text={words.delete} email={email} danger />
    </td>
  </tr>
)

/** Posts the address it replaces, so that no newer one is overwritten. */
function EditRow({ row, view, edit, dates }: RowProps & Omit<TableProps, 'rows'>) {
  const { id, email, state, source, createdAt } = row
  const navigate = useNavigate()
  const closed = `${listUrl({ ...view, edit: undefined })}#${editButtonId(id)}`
  return (
    <tr className="editing">
      <td colSpan={5}>
        <ActionForm
          className="row row-form"
          action={`${listUrl({ ...view, edit: id })}#${outcomeId}`}
          noValidate
          offline={words.offline}
          onKeyDown={({ key }) => key === 'Escape' && void navigate(closed)}
        >
          <input type="hidden" name="was" value={edit?.was ?? email} />
          <Field
            label={words.email}
            id={openField}
            defaultValue={email}
            autoFocus
            {...(edit && fieldState(edit.form, 'email'))}
            name="email"
            type="email"
            autoComplete="off"
          />
          {source !== null && <p className="hint">{words.imported({ ...row, day: dates.format(createdAt) })}</p>}
          <div className="row">
            <IntentButton intent={`save:${id}`} text={words.save} kind="text" />
            <Link className="btn-text" to={closed}>
              {words.cancel}
            </Link>
            {state === 'bounced' && <RowButton intent={`reset:${id}`} text={words.reset} email={email} />}
            <RowButton intent={`delete:${id}`} text={words.delete} email={email} danger />
          </div>
        </ActionForm>
      </td>
    </tr>
  )
}

type RowButtonProps = { form?: string; intent: string; text: string; email: string; danger?: boolean }

/** Named for its subscriber, since every row has the same buttons. It may stand outside of its form. */
function RowButton({ form, intent, text, email, danger }: RowButtonProps) {
  const isPending = useNavigation().formData?.get('intent') === intent
  const className = ['btn-text', danger && 'danger', isPending && 'btn-busy'].filter(Boolean).join(' ')
  return (
    <button
      type="submit"
      className={className}
      form={form}
      name="intent"
      value={intent}
      aria-disabled={isPending || undefined}
    >
      <span aria-hidden={isPending || undefined}>
        {text}
        <span className="vh">{words.of(email)}</span>
      </span>
      {isPending && <span>{forms.pending}</span>}
    </button>
  )
}
