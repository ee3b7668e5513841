import { listUrl, type SubscriberRow, type ListView } from '#app/domain/newsletter/subscriber.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Field } from '#app/ui/primitives/field.tsx'
import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'
import { RowButton } from './row-button.tsx'
import type { SubscribersAnswer } from './subscribers-answer.ts'

type EditRowProps = {
  row: SubscriberRow
  view: ListView
  edit: SubscribersAnswer['edit']
  dates: Intl.DateTimeFormat
}

export const openField = 'edit-email'

/** Posts the address it replaces, so that no newer one is overwritten. */
export function EditRow({ row, view, edit, dates }: EditRowProps) {
  const { id, email, state, source, createdAt } = row
  const closed = listUrl({ ...view, edit: undefined })
  return (
    <tr className="editing">
      <td colSpan={4}>
        <form
          className="row row-form"
          method="post"
          action={`${listUrl({ ...view, edit: id })}#${outcomeId}`}
          noValidate
          data-enhance
          data-offline={words.offline}
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
            <button type="submit" className="btn-text" name="intent" value={`save:${id}`}>
              {words.save}
            </button>
            <a className="btn-text" href={closed}>
              {words.cancel}
            </a>
            {state === 'bounced' && <RowButton intent={`reset:${id}`} text={words.reset} email={email} />}
            <RowButton intent={`delete:${id}`} text={words.delete} email={email} danger />
          </div>
        </form>
      </td>
    </tr>
  )
}
