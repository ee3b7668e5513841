import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { inboxLists } from '#app/domain/contact/inbox.ts'
import { countMessages, listMessages } from '#app/domain/contact/inbox.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { truncate } from '#app/domain/blog/blog-post.ts'
import { parseCursor, formatCursor } from '#app/domain/shared/cursor.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { messagesAddress, MessagesPage } from '#app/ui/admin/messages/messages-page.tsx'
import { adminMessages } from '#content/pages/admin-messages.ts'

/** How many characters of a message the list shows. */
const beginning = 120

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { database } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const list = inboxLists.find((known) => known === query.get('list')) ?? 'waiting'
  const from = parseCursor(query.get('from'))
  const read = await loadOr503(context, async () => ({
    found: await listMessages(database, list, from),
    counts: await countMessages(database),
  }))

  const { messages, next } = read.found
  const now = Date.now()
  return {
    list,
    counts: read.counts,
    messages: messages.map(({ id, name, text, sentAt }) => ({
      id,
      name,
      text: truncate(text, beginning),
      sent: clinicMoment(sentAt, clinicTimeZone, now),
    })),
    newest: from && messagesAddress({ list }),
    older: next && messagesAddress({ list, from: formatCursor(next) }),
  }
}

export default function Messages() {
  return (
    <AdminPage title={adminMessages.title} clinic={useSite().clinic}>
      <MessagesPage {...useLoaderData<typeof loader>()} />
    </AdminPage>
  )
}
