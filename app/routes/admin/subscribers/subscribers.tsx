import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { findSubscriberRow, type ListCursor, listSubscribers } from '#app/domain/newsletter/subscriber-list.server.ts'
import { getSubscriberTotals } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { listView } from '#app/domain/newsletter/subscriber-forms.server.ts'
import {
  exportPath,
  listUrl,
  type ListView,
  subscribersPath,
  subscriberSorts,
} from '#app/domain/newsletter/subscriber.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getStaff } from '#app/http/admin.server.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { type PageFlash, takeFlash } from '#app/http/flash.ts'
import { tryLoad } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { ChooseRows } from '#app/ui/admin/choose-rows.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Pager } from '#app/ui/admin/pager.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { AddressText } from '#app/ui/site/address-text.tsx'
import { admin } from '#content/pages/admin.ts'
import { subscribersPage as words } from './words.ts'
import { resolveWords } from '#content/pages/page.ts'
import { actOnSubscribers, type Notice, type SubscribersAnswer } from './act-on-subscribers.server.ts'
import { FindSubscribers } from './find-subscribers.tsx'
import { actionOf, SubscriberTable } from './subscriber-table.tsx'
import type { Route } from './+types/subscribers.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = listView.parse(Object.fromEntries(new URL(request.url).searchParams))
  const list = await tryLoad(context, () => readList(context, view))
  const flash = takeFlash(request, context, subscribersPath)
  return { view, list, notice: flash && toNotice(flash) }
}

/** With Undo after a deletion. */
const toNotice = ({ text = '', about: deleted }: PageFlash): Notice => ({
  kind: 'success',
  text,
  ...(deleted && { button: { text: words.undo, intent: `undo:${deleted}` } }),
})

/** The page of the list, with the row to edit even if it is on another page. */
async function readList(context: RequestContext, view: ListView) {
  const { database } = context.get(servicesContext)
  const [page, totals, open] = await Promise.all([
    listSubscribers(database, { state: view.state, term: view.q, sort: view.sort, from: toCursor(view) }),
    getSubscriberTotals(database),
    view.edit ? findSubscriberRow(database, view.edit) : undefined,
  ])
  const isShown = page.rows.some(({ id }) => id === open?.id)
  const total = Object.values(totals).reduce((sum, count) => sum + count, 0)
  const mayExport = mayOpen(getStaff(context).role, exportPath)
  return { ...page, totals, total, mayExport, rows: open && !isShown ? [open, ...page.rows] : page.rows }
}

function toCursor({ after, before }: ListView): ListCursor | undefined {
  if (after) return { id: after, side: 'after' }
  return before ? { id: before, side: 'before' } : undefined
}

export const action = ({ request, context }: Route.ActionArgs) => actOnSubscribers(request, context)

/** Without a list while the database does not respond. */
export default function Subscribers({ loaderData: { view, list, notice }, actionData }: Route.ComponentProps) {
  const answer = actionData ?? { notice }
  const { clinic } = useSite()
  const total = list && (
    <span className="tag num" id="subscribers-total">
      {words.total(list.total)}
    </span>
  )
  return (
    <AdminPage title={words.title} aside={total}>
      <section className="list" id="subscribers" aria-label={words.title}>
        {answer.notice && <ListNotice notice={answer.notice} view={view} />}
        <AddSubscriber form={answer.add ?? {}} view={view} />
        {list ? (
          <List list={list} view={view} edit={answer.edit} />
        ) : (
          <Note kind="error">{resolveWords(words.unreadable, clinic)}</Note>
        )}
      </section>
    </AdminPage>
  )
}

/** The outcome of the last act, with a button to undo or fix it. */
const ListNotice = ({ notice: { kind, text, button }, view }: { notice: Notice; view: ListView }) => (
  <div>
    <Note kind={kind} id={outcomeId}>
      <p>
        <AddressText text={text} />
      </p>
      {button && (
        <ActionForm action={actionOf(view)} offline={words.offline}>
          {button.email && <input type="hidden" name="email" value={button.email} />}
          <IntentButton intent={button.intent} text={button.text} kind="line" small />
        </ActionForm>
      )}
    </Note>
  </div>
)

/** A blank field is ignored (specification, section 5). */
const AddSubscriber = ({ form, view }: { form: FormState; view: ListView }) => (
  <ActionForm className="adm-bar" action={actionOf(view)} noValidate offline={words.offline}>
    <Field label={words.email} {...namedField(form, 'email')} type="email" required={false} autoComplete="off" />
    <IntentButton intent="add" text={words.addButton} kind="line" />
  </ActionForm>
)

type ListProps = { list: Awaited<ReturnType<typeof readList>>; view: ListView; edit: SubscribersAnswer['edit'] }

function List({ list, view, edit }: ListProps) {
  const { rows, hasEarlier, hasLater, totals, total } = list
  const { state, q, sort } = view
  const [first, last] = [rows[0], rows.at(-1)]
  const clear = { text: admin.clearFilters, href: subscribersPath }
  const toPage = (place: Pick<ListView, 'after' | 'before'>) => `${listUrl({ state, q, sort, ...place })}#${listId}`
  return (
    <>
      <FindSubscribers view={view} totals={totals} total={total} />
      <div id={listId}>
        {rows.length > 0 ? (
          <ChooseRows acts={<ActsOnChosen isOfBounced={state === 'bounced'} />}>
            {/* A search shows the best matches first. */}
            {!q && <SortLinks sorts={toSorts(view)} />}
            <SubscriberTable rows={rows} view={view} edit={edit} />
          </ChooseRows>
        ) : total === 0 || !(q || state) ? (
          <EmptyList empty={words.none} />
        ) : (
          <EmptyList empty={{ ...(q ? words.noneFound : words.noneInState), step: clear }} isFiltered />
        )}
      </div>
      <div className="row list-end">
        <Pager
          label={words.pages}
          earlier={hasEarlier && first ? { text: words.earlier, href: toPage({ before: first.id }) } : undefined}
          later={hasLater && last ? { text: words.later, href: toPage({ after: last.id }) } : undefined}
        />
        <div className="row">
          <ButtonLink kind="line" small to={importsPath}>
            {words.import}
          </ButtonLink>
          {list.mayExport && (
            <form method="post" action={exportPath}>
              {state && <input type="hidden" name="state" value={state} />}
              {q && <input type="hidden" name="q" value={q} />}
              <Button kind="line" small>
                {words.export}
              </Button>
            </form>
          )}
        </div>
      </div>
    </>
  )
}

const toSorts = ({ state, sort }: ListView) =>
  [undefined, ...subscriberSorts].map((one) => ({
    text: words.sorts[one ?? 'newest'],
    href: listUrl({ state, sort: one }),
    current: one === sort,
  }))

const ActsOnChosen = ({ isOfBounced }: { isOfBounced: boolean }) => (
  <>
    {isOfBounced && <IntentButton intent="reset-chosen" text={words.reset} kind="line" small />}
    <IntentButton intent="unsubscribe-chosen" text={words.bulk.unsubscribe} kind="line" small />
    <IntentButton intent="delete-chosen" text={words.delete} kind="line" small />
  </>
)
