import { countWaitingMessages } from '#app/domain/contact/inbox.server.ts'
import { countNewOrders } from '#app/domain/orders/order-list.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { tryLoad } from '#app/http/load.ts'
import type { Waiting } from '#app/ui/admin/admin-nav.tsx'

/** How much waits in a section, by its address; undefined while the database does not answer. */
export function countWaiting(context: RequestContext): Promise<Waiting | undefined> {
  const { database } = context.get(servicesContext)
  return tryLoad(context, async () => ({
    '/admin/orders': await countNewOrders(database),
    '/admin/messages': await countWaitingMessages(database),
  }))
}
