import { Table } from '#app/ui/admin/table.tsx'
import { type EmailList, emailLists } from '#app/domain/outbox/email-list.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { type ListPlace, ListPager } from '#app/ui/admin/list-pager.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { adminMail as words, emailNames } from '#content/pages/admin-mail.ts'
import { emailTitle } from './email-title.ts'

export type MailView = ListPlace & {
  list: EmailList
  kind?: keyof typeof emailNames
  search: string
  /** Sent emails are too many to count for a page. */
  counts: { failed: number; waiting: number }
  /** An email has no subject before it is first rendered. */
  emails: {
    id: string
    kind: string
    recipient: string
    subject: string | undefined
    lastError: string | undefined
    when: string
    handled: boolean
  }[]
  transport: 'outbox' | 'smtp' | 'relay'
  form: FormState
}

type Place = { list: EmailList; kind?: keyof typeof emailNames | undefined; search?: string; from?: string }

export const mailAddress = ({ list, kind, search, from }: Place) =>
  `/admin/mail?${new URLSearchParams({ list, ...(kind && { kind }), ...(search && { q: search }), ...(from && { from }) })}`

export function MailPage({ list, kind, search, counts, emails, transport, form, newest, older }: MailView) {
  const isSearch = kind !== undefined || search !== ''
  const filters = emailLists.map((other) => ({
    text: other === 'sent' && transport === 'outbox' ? words.kept : words.lists[other],
    href: mailAddress({ list: other, kind, search }),
    count: other === 'sent' ? undefined : counts[other].toLocaleString('en-US'),
    current: other === list,
  }))
  const none = isSearch ? words.noneFound : words.none[list]
  return (
    <div className="stack">
      {transport === 'outbox' && <p className="muted">{words.notSetUp}</p>}
      {transport === 'relay' && <p className="hint">{words.relay}</p>}
      <FormOutcome form={form} />
      <FilterLinks label={words.filter} filters={filters} />
      <Search list={list} kind={kind} search={search} isSearch={isSearch} />
      {list === 'failed' && !isSearch && counts.failed > 0 && (
        <form method="post" action="#outcome">
          <Button kind="line" small>
            {words.retryAll.button}
          </Button>
        </form>
      )}
      {emails.length > 0 ? <Emails emails={emails} /> : <p className="lead">{none}</p>}
      <ListPager newest={newest} older={older} />
    </div>
  )
}

function Search({ list, kind, search, isSearch }: Pick<MailView, 'list' | 'kind' | 'search'> & { isSearch: boolean }) {
  return (
    <form className="adm-bar" role="search" aria-label={words.search.form} action="/admin/mail">
      <input type="hidden" name="list" value={list} />
      <div className="field">
        <label htmlFor="q">{words.search.label}</label>
        <SearchInput
          id="q"
          defaultValue={search}
          required={false}
          pattern={undefined}
          maxLength={200}
          autoComplete="off"
        />
      </div>
      <SelectField
        label={words.search.kind}
        name="kind"
        options={[['', words.search.anyKind], ...kinds.map((one) => [one, emailTitle(one)] as const)]}
        defaultValue={kind ?? ''}
      />
      <Button kind="line">{words.search.button}</Button>
      {isSearch && <a href={mailAddress({ list })}>{words.search.clear}</a>}
    </form>
  )
}

const kinds = Object.keys(emailNames).toSorted((one, other) => emailTitle(one).localeCompare(emailTitle(other)))

function Emails({ emails }: Pick<MailView, 'emails'>) {
  return (
    <Table columns={words.columns}>
      {emails.map(({ id, subject, kind, recipient, when, handled, lastError }) => (
        <tr key={id}>
          <td>
            <a className="leads" href={`/admin/mail/${id}`}>
              <bdi>{subject ?? kind}</bdi>
            </a>{' '}
            {handled && <span className="tag">{words.dealtWith}</span>}
            {lastError && <p className="hint">{lastError}</p>}
          </td>
          <td className="muted">{kind}</td>
          <td>
            <AddressText text={recipient} />
          </td>
          <td className="hint num">{when}</td>
        </tr>
      ))}
    </Table>
  )
}
