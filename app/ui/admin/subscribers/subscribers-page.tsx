import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { exportPath, listUrl, type ListView } from '#app/domain/newsletter/subscriber.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { Pager } from '#app/ui/admin/pager.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'
import { type Facts, resolveWords } from '#content/pages/page.ts'
import { AddSubscriber } from './add-subscriber.tsx'
import { FindSubscribers } from './find-subscribers.tsx'
import { ListNotice } from './list-notice.tsx'
import { SubscriberTable } from './subscriber-table.tsx'
import type { SubscribersAnswer, SubscribersList } from './subscribers-answer.ts'

type SubscribersPageProps = {
  clinic: Facts & { timeZone: string }
  view: ListView
  /** Undefined while the database does not respond. */
  list: SubscribersList | undefined
  answer: SubscribersAnswer
}

export function SubscribersPage({ clinic, view, list, answer }: SubscribersPageProps) {
  const total = list && Object.values(list.totals).reduce((sum, count) => sum + count, 0)
  return (
    <AdminPage
      title={words.title}
      clinic={clinic}
      aside={
        total !== undefined && (
          <span className="tag num" id="subscribers-total" data-live>
            {words.total(total)}
          </span>
        )
      }
    >
      <section className="list" id="subscribers" aria-label={words.title} data-swap>
        <ListNotice notice={answer.notice} view={view} />
        <AddSubscriber form={answer.add ?? {}} view={view} />
        {list && total !== undefined ? (
          <List list={list} total={total} view={view} answer={answer} timeZone={clinic.timeZone} />
        ) : (
          <Note kind="error">{resolveWords(words.unreadable, clinic)}</Note>
        )}
      </section>
    </AdminPage>
  )
}

type ListProps = { list: SubscribersList; total: number; view: ListView; answer: SubscribersAnswer; timeZone: string }

function List({ list, total, view, answer, timeZone }: ListProps) {
  const { rows, hasEarlier, hasLater, totals } = list
  const [first, last] = [rows[0], rows.at(-1)]
  const at = (place: Pick<ListView, 'after' | 'before'>) => listUrl({ state: view.state, q: view.q, ...place })
  return (
    <>
      <FindSubscribers view={view} totals={totals} total={total} />
      {rows.length > 0 ? (
        <SubscriberTable rows={rows} view={view} edit={answer.edit} timeZone={timeZone} />
      ) : (
        <p className="lead">{emptyText(view, total)}</p>
      )}
      <div className="row list-end">
        <Pager
          label={words.pages}
          earlier={hasEarlier && first ? { text: words.earlier, href: at({ before: first.id }) } : undefined}
          later={hasLater && last ? { text: words.later, href: at({ after: last.id }) } : undefined}
        />
        <ListActions view={view} />
      </div>
    </>
  )
}

function emptyText({ q, state }: ListView, total: number) {
  if (total === 0 || !(q || state)) return words.none
  return q ? words.noneFound : words.noneInState
}

function ListActions({ view: { state, q } }: { view: ListView }) {
  return (
    <form className="row" method="post" action={exportPath}>
      <ButtonLink kind="line" small href={importsPath}>
        {words.import}
      </ButtonLink>
      {state && <input type="hidden" name="state" value={state} />}
      {q && <input type="hidden" name="q" value={q} />}
      <Button kind="line" small>
        {words.export}
      </Button>
    </form>
  )
}
