import { type InboxList, inboxLists } from '#app/domain/contact/inbox.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { adminMessages as words } from '#content/pages/admin-messages.ts'

export const undeliveredPath = '/admin/messages/undelivered'
export const templatesPath = '/admin/messages/templates'

export const messagesAddress = (list: InboxList, place: Record<string, string | undefined> = {}) =>
  withQuery('/admin/messages', { list: list === 'waiting' ? undefined : list, ...place })

type InboxFiltersProps = {
  counts: Record<InboxList, number>
  undelivered: number
  current: InboxList | 'undelivered'
}

/** The lists of messages, and the emails that nobody got. */
export const InboxFilters = ({ counts, undelivered, current }: InboxFiltersProps) => (
  <FilterLinks
    label={words.filter}
    filters={[
      ...inboxLists.map((list) => ({
        text: words.lists[list],
        href: messagesAddress(list),
        count: counts[list],
        current: list === current,
      })),
      {
        text: words.undelivered.title,
        href: undeliveredPath,
        count: undelivered,
        current: current === 'undelivered',
      },
    ]}
  />
)
