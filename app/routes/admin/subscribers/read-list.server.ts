import type { ListView } from '#app/domain/newsletter/subscriber.ts'
import { findSubscriberRow, type ListCursor, listSubscribers } from '#app/domain/newsletter/subscriber-list.server.ts'
import { getSubscriberTotals } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import type { SubscribersList } from '#app/ui/admin/subscribers/subscribers-answer.ts'

/** The page of the list, with the row to edit even if it is on another page. */
export async function readList(context: RequestContext, view: ListView): Promise<SubscribersList> {
  const { database } = context.get(servicesContext)
  const [page, totals, open] = await Promise.all([
    listSubscribers(database, { state: view.state, term: view.q, from: toCursor(view) }),
    getSubscriberTotals(database),
    view.edit ? findSubscriberRow(database, view.edit) : undefined,
  ])
  const isShown = page.rows.some(({ id }) => id === open?.id)
  const rows = open && !isShown ? [open, ...page.rows] : page.rows
  return { ...page, totals, rows }
}

function toCursor({ after, before }: ListView): ListCursor | undefined {
  if (after) return { id: after, side: 'after' }
  return before ? { id: before, side: 'before' } : undefined
}
