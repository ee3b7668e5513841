import { ColumnHeads } from '#app/ui/admin/column-heads.tsx'
import { type LetterList, letterLists, type LetterRow } from '#app/domain/outbox/letter-list.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { type ListPlace, ListPager } from '#app/ui/admin/list-pager.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { adminMail as words } from '#content/pages/admin-mail.ts'

export type MailView = ListPlace & {
  list: LetterList
  /** Of those that went out there are too many to count for a page. */
  counts: { failed: number; waiting: number }
  letters: (Pick<LetterRow, 'id' | 'recipient' | 'lastError'> & { title: string; when: string; handled: boolean })[]
  transport: 'outbox' | 'smtp' | 'relay'
  form: FormState
}

export const mailAddress = ({ list, from }: { list: LetterList; from?: string }) =>
  `/admin/mail?${new URLSearchParams({ list, ...(from && { from }) })}`

export function MailPage({ list, counts, letters, transport, form, newest, older }: MailView) {
  const filters = letterLists.map((other) => ({
    text: other === 'sent' && transport === 'outbox' ? words.kept : words.lists[other],
    href: mailAddress({ list: other }),
    count: other === 'sent' ? undefined : counts[other].toLocaleString('en-US'),
    current: other === list,
  }))
  return (
    <div className="stack">
      {transport === 'outbox' && <p className="muted">{words.notSetUp}</p>}
      {transport === 'relay' && <p className="hint">{words.relay}</p>}
      <FormOutcome form={form} />
      <FilterLinks label={words.filter} filters={filters} />
      {list === 'failed' && counts.failed > 0 && (
        <form method="post" action="#outcome">
          <Button kind="line" small>
            {words.retryAll.button}
          </Button>
        </form>
      )}
      {letters.length > 0 ? <Letters letters={letters} /> : <p className="lead">{words.none[list]}</p>}
      <ListPager newest={newest} older={older} />
    </div>
  )
}

function Letters({ letters }: Pick<MailView, 'letters'>) {
  return (
    <table className="table">
      <ColumnHeads columns={words.columns} />
      <tbody>
        {letters.map(({ id, title, recipient, when, handled, lastError }) => (
          <tr key={id}>
            <td>
              <a className="leads" href={`/admin/mail/${id}`}>
                {title}
              </a>{' '}
              {handled && <span className="tag">{words.dealtWith}</span>}
              {lastError && <p className="hint">{lastError}</p>}
            </td>
            <td>
              <AddressText text={recipient} />
            </td>
            <td className="hint num">{when}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
