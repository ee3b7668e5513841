import { orderStatuses } from '#app/domain/orders/order.ts'
import type { Done } from '#app/domain/shared/done.ts'
import type { RequestContext } from '#app/http/context.ts'
import { flashAbout, type Flash, takeFlash } from '#app/http/flash.ts'
import { adminMessage } from '#content/pages/admin-messages.ts'
import { systemPage } from '#content/pages/admin-system.ts'
import { adminOrder, adminOrders, orderStates } from '#content/pages/admin-orders.ts'

/** By flash, from what it is about: an id, sometimes followed by statuses. Undefined for what no act of ours wrote. */
const dones = {
  'message-handled': ([id]) => ({
    text: adminMessage.handle.done,
    undo: { action: `/admin/messages/${id}`, fields: { handled: 'no' } },
  }),
  'message-reopened': ([id]) => ({
    text: adminMessage.reopen.done,
    undo: { action: `/admin/messages/${id}`, fields: { handled: 'yes' } },
  }),
  'order-changed': ([number, was, is]) => {
    const from = orderStatuses.find((status) => status === is)
    const to = orderStatuses.find((status) => status === was)
    if (!from || !to) return undefined
    return {
      text: adminOrder.state.changed(orderStates[from]),
      undo: { action: `/admin/orders/${number}`, fields: { intent: 'undo', from, to } },
    }
  },
  'order-restored': ([, is]) => {
    const status = orderStatuses.find((status) => status === is)
    return status && { text: adminOrder.state.restored(orderStates[status]) }
  },
  'orders-changed': ([to, skipped, ...orders]) => {
    const status = orderStatuses.find((status) => status === to)
    if (!status) return undefined
    return {
      text: adminOrders.bulk.changed(orders.length, orderStates[status], Number(skipped)),
      undo: { action: '/admin/orders', fields: { intent: 'undo', to: status, order: orders.join('.') } },
    }
  },
  'backup-asked': () => ({ text: systemPage.backup.asked }),
  'orders-restored': ([, skipped, ...orders]) => ({ text: adminOrders.bulk.restored(orders.length, Number(skipped)) }),
} satisfies Partial<Record<Flash, (about: string[]) => Done | undefined>>

const idPattern = /^[\w-]+$/

/** The act that led to this page, and how to undo it; once. */
export function takeDone(request: Request, context: RequestContext): Done | undefined {
  const flash = takeFlash(request, context, Object.keys(dones) as (keyof typeof dones)[])
  const about = flashAbout(request)?.split('.') ?? []
  return flash && about.every((part) => idPattern.test(part)) ? dones[flash](about) : undefined
}
