import { Link } from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { type EmailKind, emailKind } from '#app/domain/outbox/email-kinds.server.ts'
import { listEmails, type EmailFilter } from '#app/domain/outbox/email-list.server.ts'
import { type EmailList, emailLists } from '#app/domain/outbox/email-list.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { countFailed, countWaiting } from '#app/domain/outbox/failed-emails.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { EmailTable } from '#app/ui/admin/email-table.tsx'
import { emailTitle } from '#app/ui/admin/email-title.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ChooseRows } from '#app/ui/admin/choose-rows.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { listId } from '#app/domain/shared/list-names.ts'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { SelectField } from '#app/ui/primitives/select-field.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import {
  adminEmail,
  adminMail as words,
  emailGroups,
  type EmailGroup,
  emailNames,
  groupOfEmail,
} from '#content/pages/admin-mail.ts'
import { textsPage } from '#content/pages/admin-texts.ts'
import { admin } from '#content/pages/admin.ts'
import { listLinks, type ListPlace, listPlace } from '#app/http/list-place.server.ts'
import { receiveMail } from './receive-mail.server.ts'
import type { Route } from './+types/mail.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, config, textMessages } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const place = listPlace(query)
  const { list: requested, kind, q: search, filter } = mailFilter(query)
  const { list, counts, found } = await loadOr503(context, async () => {
    const counts = { failed: await countFailed(database), waiting: await countWaiting(database) }
    const list = requested ?? (counts.failed > 0 ? 'failed' : 'sent')
    return { list, counts, found: await listEmails(database, list, place, filter) }
  })
  const now = Date.now()
  return {
    list,
    kind,
    search,
    /** Sent emails are too many to count for a page. */
    counts,
    emails: found.emails.map(({ id, kind, subject, recipient, lastError, trouble, createdAt, sentAt }) => ({
      id,
      kind: emailTitle(kind),
      subject,
      recipient,
      // Also of emails that are tried again.
      cause: canChoose(list) || trouble ? words.causes[findFailureCause(lastError ?? '')] : undefined,
      when: clinicMoment(sentAt ?? createdAt, clinicTimeZone, now),
    })),
    transport: config.mail.transport,
    hasTexts: textMessages !== undefined,
    ...listLinks(found, place, (at) => mailAddress({ list, kind, search, ...at }), formatCursor),
  }
}

const groups = Object.keys(emailGroups) as EmailGroup[]

const querySchema = z.object({
  list: z.enum(emailLists).optional().catch(undefined),
  kind: z
    .enum([...groups, ...emailKind.options])
    .optional()
    .catch(undefined),
  q: searchText,
})

/** The filter in the URL. Unknown values count as no filter. */
function mailFilter(query: URLSearchParams) {
  const { list, kind, q } = querySchema.parse({ q: '', ...Object.fromEntries(query) })
  const words = q.split(/\s+/).filter(Boolean).slice(0, mostWords)
  const filter: EmailFilter = {
    kinds: kindsOf(kind),
    words: words.map((text) => ({ text, kinds: kindsCalled(text.toLowerCase()) })),
  }
  return { list, kind, q, filter }
}

const isGroup = (kind: string): kind is EmailGroup => Object.hasOwn(emailGroups, kind)

/** Links from other pages name one kind. */
const kindsOf = (kind: EmailGroup | EmailKind | undefined) =>
  kind === undefined ? [] : emailKind.options.filter((one) => one === kind || groupOfEmail[one] === kind)

const mostWords = 10

const kindsCalled = (word: string) => emailKind.options.filter((kind) => emailNames[kind].toLowerCase().includes(word))

type Place = ListPlace & { list: EmailList; kind?: EmailGroup | EmailKind | undefined; search?: string }

const mailAddress = ({ search, ...place }: Place) => withQuery('/admin/mail', { ...place, q: search })

/** Only failed emails have something to be done. */
const canChoose = (list: EmailList) => list === 'failed' || list === 'handled'

export const action = ({ request, context }: Route.ActionArgs) => receiveMail(request, context)

export default function Mail({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { list, kind, search, counts, emails, transport, hasTexts, sorts, previous, next } = loaderData
  const isSearch = kind !== undefined || search !== ''
  const filters = emailLists.map((other) => ({
    text: other === 'sent' && transport === 'outbox' ? words.kept : words.lists[other],
    href: mailAddress({ list: other, kind, search }),
    count: other === 'failed' || other === 'waiting' ? counts[other] : undefined,
    current: other === list,
  }))
  const clear = { text: admin.clearFilters, href: mailAddress({ list }) }
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        {transport === 'outbox' && <p className="muted">{words.notSetUp}</p>}
        {transport === 'relay' && <p className="hint">{words.relay}</p>}
        {hasTexts && (
          <p>
            <Link to="/admin/mail/texts">{textsPage.link}</Link>
          </p>
        )}
        {posted && <FormOutcome form={posted.form} />}
        <FilterLinks label={words.filter} filters={filters} />
        <Search list={list} kind={kind} search={search} isSearch={isSearch} />
        {list === 'failed' && !isSearch && counts.failed > 0 && (
          <ActionForm>
            <IntentButton intent="retry-all" text={words.retryAll.button} kind="line" small />
          </ActionForm>
        )}
        <div id={listId}>
          {emails.length === 0 ? (
            <EmptyList
              empty={isSearch ? { ...words.noneFound, step: clear } : words.none[list]}
              isFiltered={isSearch}
            />
          ) : canChoose(list) ? (
            <ChooseRows acts={<Acts list={list} />}>
              <SortLinks sorts={sorts} />
              <EmailTable emails={emails} canChoose />
            </ChooseRows>
          ) : (
            <>
              <SortLinks sorts={sorts} />
              <EmailTable emails={emails} />
            </>
          )}
        </div>
        <ListPager previous={previous} next={next} />
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
        options={[
          ['', words.search.anyKind],
          ...Object.entries(emailGroups),
          ...(kind && !isGroup(kind) ? [[kind, emailTitle(kind)] as const] : []),
        ]}
        defaultValue={kind ?? ''}
      />
      <Button kind="line">{words.search.button}</Button>
      {isSearch && <Link to={mailAddress({ list })}>{words.search.clear}</Link>}
    </FilterForm>
  )
}

const Acts = ({ list }: Pick<View, 'list'>) => (
  <>
    <input type="hidden" name="was" value={list} />
    <IntentButton intent="retry" text={words.bulk.retry} kind="line" small />
    {list === 'failed' ? (
      <IntentButton intent="handle" text={adminEmail.handle.button} kind="line" small />
    ) : (
      <IntentButton intent="reopen" text={adminEmail.reopen.button} kind="line" small />
    )}
  </>
)
