import { Link } from 'react-router'
import { truncate } from '#app/domain/blog/blog-post.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countMessages, listMessages } from '#app/domain/contact/inbox.server.ts'
import { type InboxList, inboxLists } from '#app/domain/contact/inbox.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { parseCursor, formatCursor } from '#app/domain/shared/cursor.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ReturnHere } from '#app/ui/admin/return-here.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { adminMessage, adminMessages as words } from '#content/pages/admin-messages.ts'
import { admin } from '#content/pages/admin.ts'
import type { Route } from './+types/messages.ts'

/** How many characters of a message the list shows. */
const beginning = 120

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const list = inboxLists.find((known) => known === query.get('list')) ?? 'waiting'
  const from = parseCursor(query.get('from'))
  const { found, counts } = await loadOr503(context, async () => ({
    found: await listMessages(database, list, from),
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
    newest: from && messagesAddress(list),
    older: found.next && messagesAddress(list, formatCursor(found.next)),
  }
}

const messagesAddress = (list: InboxList, from?: string) =>
  withQuery('/admin/messages', { list: list === 'waiting' ? undefined : list, from })

export default function Messages({ loaderData: { list, counts, messages, newest, older } }: Route.ComponentProps) {
  const filters = inboxLists.map((other) => ({
    text: words.lists[other],
    href: messagesAddress(other),
    count: counts[other],
    current: other === list,
  }))
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <FilterLinks label={words.filter} filters={filters} />
        {messages.length === 0 && <p className="lead">{words.none[list]}</p>}
        {messages.length > 0 && (
          <Table columns={words.columns} amount="act">
            {messages.map(({ id, name, text, sent }) => (
              <tr key={id}>
                <td>
                  <Link className="leads" to={`/admin/messages/${id}`}>
                    {name}
                  </Link>
                </td>
                <td className="muted">{text}</td>
                <td className="hint num">{sent}</td>
                <td className="row-acts">
                  <Handle id={id} name={name} isHandled={list === 'handled'} />
                </td>
              </tr>
            ))}
          </Table>
        )}
        <ListPager newest={newest} older={older} />
      </div>
    </AdminPage>
  )
}

function Handle({ id, name, isHandled }: { id: string; name: string; isHandled: boolean }) {
  return (
    <ActionForm action={`/admin/messages/${id}`} offline={admin.offline}>
      <ReturnHere />
      <input type="hidden" name="handled" value={isHandled ? 'no' : 'yes'} />
      <Button kind="line" small>
        {(isHandled ? adminMessage.reopen : adminMessage.handle).button} <span className="vh">{name}</span>
      </Button>
    </ActionForm>
  )
}
