import { Link } from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { type EmailKind, emailKind } from '#app/domain/outbox/email-kinds.server.ts'
import { listEmails, type EmailFilter } from '#app/domain/outbox/email-list.server.ts'
import { type EmailList, emailLists } from '#app/domain/outbox/email-list.ts'
import { countFailed, countWaiting, retryFailedEmails } from '#app/domain/outbox/failed-emails.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { parseCursor, formatCursor } from '#app/domain/shared/cursor.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { flashAbout, redirectWithFlash, takeNotice } from '#app/http/flash.ts'
import { loadOr503 } from '#app/http/load.ts'
import { actOn } from '#app/http/submit.server.ts'
import { emailTitle } from '#app/ui/admin/email-title.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SelectField } from '#app/ui/admin/select-field.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { adminMail as words, emailNames } from '#content/pages/admin-mail.ts'
import type { Route } from './+types/mail.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, config } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const from = parseCursor(query.get('from'))
  const { list: requested, kind, q: search, filter } = mailFilter(query)
  const { list, counts, found } = await loadOr503(context, async () => {
    const counts = { failed: await countFailed(database), waiting: await countWaiting(database) }
    const list = requested ?? (counts.failed > 0 ? 'failed' : 'sent')
    return { list, counts, found: await listEmails(database, list, from, filter) }
  })
  const now = Date.now()
  return {
    list,
    kind,
    search,
    /** Sent emails are too many to count for a page. */
    counts,
    emails: found.emails.map(({ id, kind, subject, recipient, lastError, createdAt, sentAt, handledAt }) => ({
      id,
      kind: emailTitle(kind),
      subject,
      recipient,
      lastError,
      when: clinicMoment(sentAt ?? createdAt, clinicTimeZone, now),
      handled: handledAt !== undefined,
    })),
    transport: config.mail.transport,
    form: takeNotice(request, context, { 'emails-retried': words.retryAll.done(Number(flashAbout(request)) || 0) }),
    newest: from && mailAddress({ list, kind, search }),
    older: found.next && mailAddress({ list, kind, search, from: formatCursor(found.next) }),
  }
}

const querySchema = z.object({
  list: z.enum(emailLists).optional().catch(undefined),
  kind: emailKind.optional().catch(undefined),
  q: searchText,
})

/** The filter in the URL. Unknown values count as no filter. */
function mailFilter(query: URLSearchParams) {
  const { list, kind, q } = querySchema.parse({ q: '', ...Object.fromEntries(query) })
  const words = q.split(/\s+/).filter(Boolean).slice(0, mostWords)
  const filter: EmailFilter = { kind, words: words.map((text) => ({ text, kinds: kindsCalled(text.toLowerCase()) })) }
  return { list, kind, q, filter }
}

const mostWords = 10

const kindsCalled = (word: string) => emailKind.options.filter((kind) => emailNames[kind].toLowerCase().includes(word))

type Place = { list: EmailList; kind?: EmailKind | undefined; search?: string; from?: string }

const mailAddress = ({ list, kind, search, from }: Place) => withQuery('/admin/mail', { list, kind, q: search, from })

export const action = ({ context }: Route.ActionArgs) =>
  actOn(context, async () => {
    const retried = await retryFailedEmails(context.get(servicesContext), getActor(context))
    return redirectWithFlash(context, mailAddress({ list: 'waiting' }), 'emails-retried', String(retried))
  })

export default function Mail({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { list, kind, search, counts, emails, transport, form, newest, older } = loaderData
  const isSearch = kind !== undefined || search !== ''
  const filters = emailLists.map((other) => ({
    text: other === 'sent' && transport === 'outbox' ? words.kept : words.lists[other],
    href: mailAddress({ list: other, kind, search }),
    count: other === 'sent' ? undefined : counts[other],
    current: other === list,
  }))
  const none = isSearch ? words.noneFound : words.none[list]
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        {transport === 'outbox' && <p className="muted">{words.notSetUp}</p>}
        {transport === 'relay' && <p className="hint">{words.relay}</p>}
        <FormOutcome form={posted?.form ?? form} />
        <FilterLinks label={words.filter} filters={filters} />
        <Search list={list} kind={kind} search={search} isSearch={isSearch} />
        {list === 'failed' && !isSearch && counts.failed > 0 && (
          <ActionForm>
            <Button kind="line" small>
              {words.retryAll.button}
            </Button>
          </ActionForm>
        )}
        {emails.length > 0 ? <Emails emails={emails} /> : <p className="lead">{none}</p>}
        <ListPager newest={newest} older={older} />
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

function Search({ list, kind, search, isSearch }: Pick<View, 'list' | 'kind' | 'search'> & { isSearch: boolean }) {
  return (
    <FilterForm aria-label={words.search.form} action="/admin/mail">
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
      {isSearch && <Link to={mailAddress({ list })}>{words.search.clear}</Link>}
    </FilterForm>
  )
}

const kinds = Object.keys(emailNames).toSorted((one, other) => emailTitle(one).localeCompare(emailTitle(other)))

function Emails({ emails }: Pick<View, 'emails'>) {
  return (
    <Table columns={words.columns}>
      {emails.map(({ id, subject, kind, recipient, when, handled, lastError }) => (
        <tr key={id}>
          <td>
            <Link className="leads" to={`/admin/mail/${id}`}>
              <bdi>{subject ?? kind}</bdi>
            </Link>{' '}
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
