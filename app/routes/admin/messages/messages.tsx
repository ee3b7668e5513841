import { Link } from 'react-router'
import { truncate } from '#app/domain/blog/blog-post.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countMessages, listMessages } from '#app/domain/contact/inbox.server.ts'
import { type InboxList, inboxLists } from '#app/domain/contact/inbox.ts'
import { countFailed } from '#app/domain/outbox/failed-emails.server.ts'
import { clinicMoment, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { ChooseRow, ChooseRows } from '#app/ui/admin/choose-rows.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { listId } from '#app/domain/shared/list-names.ts'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { adminMessage, adminMessages as words, replyTemplates } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'
import { listLinks, listPlace } from '#app/http/list-place.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { findAssignees } from './assignees.server.ts'
import { InboxFilters, messagesAddress, templatesPath } from './inbox-filters.tsx'
import { receiveMessages } from './receive-messages.server.ts'
import type { Route } from './+types/messages.ts'

/** How many characters of a message the list shows. */
const beginning = 120

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { database } = services
  const query = new URL(request.url).searchParams
  const list = inboxLists.find((known) => known === query.get('list')) ?? 'waiting'
  const place = listPlace(query)
  const now = Date.now()
  const view = { who: getActor(context).who, now }
  const { found, counts, undelivered, assignees } = await loadOr503(context, async () => ({
    found: await listMessages(database, list, view, place),
    counts: await countMessages(database, view),
    undelivered: await countFailed(database),
    assignees: await findAssignees(services),
  }))
  return {
    list,
    counts,
    undelivered,
    messages: found.messages.map(({ id, name, text, sentAt, assignedTo = '', snoozedUntil }) => ({
      id,
      name,
      text: truncate(text, beginning),
      sent: clinicMoment(sentAt, clinicTimeZone, now),
      assignee: list === 'mine' ? undefined : assignees.get(assignedTo),
      until: list === 'snoozed' && snoozedUntil ? formatClinicDate(snoozedUntil, clinicTimeZone) : undefined,
    })),
    ...listLinks(found, place, (at) => messagesAddress(list, at), formatCursor),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => receiveMessages(request, context)

export default function Messages({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { list, counts, undelivered, messages, sorts, previous, next } = usePoll(loaderData)
  const isEmpty = counts.waiting + counts.snoozed + counts.handled === 0
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <InboxFilters counts={counts} undelivered={undelivered} current={list} />
        <FormOutcome form={posted?.form ?? {}} />
        <div id={listId}>
          {messages.length > 0 ? (
            <ChooseRows acts={<Acts list={list} />}>
              <SortLinks sorts={sorts} />
              <MessageTable messages={messages} isHandled={list === 'handled'} />
            </ChooseRows>
          ) : (
            <EmptyList empty={isEmpty ? words.nothing : words.none[list]} />
          )}
        </div>
        <ListPager previous={previous} next={next} />
        <p>
          <Link to={templatesPath}>{replyTemplates.title}</Link>
        </p>
      </div>
    </AdminPage>
  )
}

type TableProps = Pick<Route.ComponentProps['loaderData'], 'messages'> & { isHandled: boolean }

const MessageTable = ({ messages, isHandled }: TableProps) => (
  <Table columns={words.columns} amount="act">
    {messages.map(({ id, name, text, sent, assignee, until }) => (
      <tr key={id}>
        <ChooseRow value={id} label={words.choose(name)} />
        <td>
          <Link className="leads" to={`/admin/messages/${id}`}>
            {name}
          </Link>
          {assignee && (
            <span className="hint cell-line">
              {words.assignee} <bdi>{assignee}</bdi>
            </span>
          )}
          {until && (
            <span className="hint cell-line">
              {words.until} {until}
            </span>
          )}
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

/** On all that are chosen. */
const Acts = ({ list }: { list: InboxList }) => (
  <>
    {(list === 'waiting' || list === 'snoozed') && (
      <IntentButton intent="assign" text={words.bulk.assign} kind="line" small />
    )}
    {list === 'snoozed' && <IntentButton intent="wake" text={words.bulk.wake} kind="line" small />}
    {(list === 'waiting' || list === 'mine') && (
      <IntentButton intent="snooze" text={words.bulk.snooze} kind="line" small />
    )}
    <HandleButton isHandled={list === 'handled'} />
  </>
)

/** Of one message, or of all that are chosen. */
const HandleButton = ({ isHandled, name }: { isHandled: boolean; name?: string }) => (
  <Button kind="line" small name="handled" value={isHandled ? 'no' : 'yes'}>
    {(isHandled ? adminMessage.reopen : adminMessage.handle).button} {name && <span className="vh">{name}</span>}
  </Button>
)
