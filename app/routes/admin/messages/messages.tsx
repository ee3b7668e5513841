import { Link } from 'react-router'
import { truncate } from '#app/domain/blog/blog-post.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countMessages, listMessages } from '#app/domain/contact/inbox.server.ts'
import { type InboxList, inboxLists } from '#app/domain/contact/inbox.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { ChooseRow, ChooseRows } from '#app/ui/admin/choose-rows.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { listId } from '#app/domain/shared/list-names.ts'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { adminMessage, adminMessages as words } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'
import { listLinks, type ListPlace, listPlace } from '#app/http/list-place.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { receiveMessages } from './receive-messages.server.ts'
import type { Route } from './+types/messages.ts'

/** How many characters of a message the list shows. */
const beginning = 120

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const list = inboxLists.find((known) => known === query.get('list')) ?? 'waiting'
  const place = listPlace(query)
  const { found, counts } = await loadOr503(context, async () => ({
    found: await listMessages(database, list, place),
    counts: await countMessages(database),
  }))
  const now = Date.now()
  return {
    list,
    counts,
    messages: found.messages.map(({ id, name, text, sentAt }) => ({
      id,
      name,
      text: truncate(text, beginning),
      sent: clinicMoment(sentAt, clinicTimeZone, now),
    })),
    ...listLinks(found, place, (at) => messagesAddress(list, at), formatCursor),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => receiveMessages(request, context)

const messagesAddress = (list: InboxList, place: ListPlace = {}) =>
  withQuery('/admin/messages', { list: list === 'waiting' ? undefined : list, ...place })

export default function Messages({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { list, counts, messages, sorts, previous, next } = usePoll(loaderData)
  const filters = inboxLists.map((other) => ({
    text: words.lists[other],
    href: messagesAddress(other),
    count: counts[other],
    current: other === list,
  }))
  const isEmpty = counts.waiting + counts.handled === 0
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <FilterLinks label={words.filter} filters={filters} />
        <FormOutcome form={posted?.form ?? {}} />
        <div id={listId}>
          {messages.length > 0 ? (
            <ChooseRows acts={<HandleButton isHandled={list === 'handled'} />}>
              <SortLinks sorts={sorts} />
              <MessageTable messages={messages} isHandled={list === 'handled'} />
            </ChooseRows>
          ) : (
            <EmptyList empty={isEmpty ? words.nothing : words.none[list]} />
          )}
        </div>
        <ListPager previous={previous} next={next} />
      </div>
    </AdminPage>
  )
}

type TableProps = Pick<Route.ComponentProps['loaderData'], 'messages'> & { isHandled: boolean }

const MessageTable = ({ messages, isHandled }: TableProps) => (
  <Table columns={words.columns} amount="act">
    {messages.map(({ id, name, text, sent }) => (
      <tr key={id}>
        <ChooseRow value={id} label={words.choose(name)} />
        <td>
          <Link className="leads" to={`/admin/messages/${id}`}>
            {name}
          </Link>
        </td>
        <td className="muted">{text}</td>
        <td className="hint num">{sent}</td>
        <td className="row-acts">
          <ActionForm action={`/admin/messages/${id}`} offline={admin.offline}>
            <ReturnHere />
            <HandleButton isHandled={isHandled} name={name} />
          </ActionForm>
        </td>
      </tr>
    ))}
  </Table>
)

/** Of one message, or of all that are chosen. */
const HandleButton = ({ isHandled, name }: { isHandled: boolean; name?: string }) => (
  <Button kind="line" small name="handled" value={isHandled ? 'no' : 'yes'}>
    {(isHandled ? adminMessage.reopen : adminMessage.handle).button} {name && <span className="vh">{name}</span>}
  </Button>
)
