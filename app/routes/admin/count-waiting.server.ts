import { countWaitingMessages } from '#app/domain/contact/inbox.server.ts'
import { countNewOrders } from '#app/domain/orders/order-list.server.ts'
import { getStaff } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import type { Waiting } from '#app/ui/admin/admin-nav.tsx'

/** How much waits in a section, by its address; undefined while the database does not answer. */
export function countWaiting(context: RequestContext): Promise<Waiting | undefined> {
  const { database } = context.get(servicesContext)
  const may = (href: string) => mayOpen(getStaff(context).role, href)
  return tryLoad(context, async () => ({
    ...(may('/admin/orders') && { '/admin/orders': await countNewOrders(database) }),
    ...(may('/admin/messages') && { '/admin/messages': await countWaitingMessages(database, Date.now()) }),
  }))
}
