import { Table } from '#app/ui/admin/table.tsx'
import { type InboxList, type InboxMessage, inboxLists } from '#app/domain/contact/inbox.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { type ListPlace, ListPager } from '#app/ui/admin/list-pager.tsx'
import { adminMessages as words } from '#content/pages/admin-messages.ts'

export type MessagesView = ListPlace & {
  list: InboxList
  counts: Record<InboxList, number>
  messages: (Pick<InboxMessage, 'id' | 'name' | 'text'> & { sent: string })[]
}

export const messagesAddress = ({ list, from }: { list: InboxList; from?: string }) => {
  const query = new URLSearchParams({ ...(list === 'handled' && { list }), ...(from && { from }) })
  return query.size > 0 ? `/admin/messages?${query}` : '/admin/messages'
}

export function MessagesPage({ list, counts, messages, newest, older }: MessagesView) {
  const filters = inboxLists.map((other) => ({
    text: words.lists[other],
    href: messagesAddress({ list: other }),
    count: counts[other].toLocaleString('en-US'),
    current: other === list,
  }))
  return (
    <div className="stack">
      <FilterLinks label={words.filter} filters={filters} />
      {messages.length > 0 ? <Messages messages={messages} /> : <p className="lead">{words.none[list]}</p>}
      <ListPager newest={newest} older={older} />
    </div>
  )
}

function Messages({ messages }: Pick<MessagesView, 'messages'>) {
  return (
    <Table columns={words.columns}>
      {messages.map(({ id, name, text, sent }) => (
        <tr key={id}>
          <td>
            <a className="leads" href={`/admin/messages/${id}`}>
              {name}
            </a>
          </td>
          <td className="muted">{text}</td>
          <td className="hint num">{sent}</td>
        </tr>
      ))}
    </Table>
  )
}
