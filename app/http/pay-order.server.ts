import { redirect } from 'react-router'
import { startPaying } from '#app/domain/orders/pay-order.server.ts'
import { onlinePayment } from '#content/payments.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { leadToPaying } from './pay-online.server.ts'

/** Leads to the payment of an order; `path`: of its page. */
export async function payOrder(context: RequestContext, { id, path }: { id: string; path: string }) {
  const { database, payments, config } = context.get(servicesContext)
  if (!payments) return redirect(path, 303)
  const { label } = onlinePayment
  const started = await startPaying(
    { database, payments },
    { orderId: id, origin: config.publicOrigin, label, now: Date.now() },
  )
  return leadToPaying(context, path, started)
}
