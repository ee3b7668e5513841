import { redirect } from 'react-router'
import { orderPath } from '#app/domain/orders/order.ts'
import { startPaying } from '#app/domain/orders/pay-order.server.ts'
import { onlinePayment } from '#content/payments.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { leadToPaying } from './pay-online.server.ts'

/** Leads to the payment of an order. `token`: of the link to the order. */
export async function payOrder(context: RequestContext, { id, token }: { id: string; token: string }) {
  const { database, payments, config } = context.get(servicesContext)
  const path = orderPath(token)
  if (!payments) return redirect(path, 303)
  const { label } = onlinePayment
  const started = await startPaying(
    { database, payments },
    { orderId: id, origin: config.publicOrigin, label, now: Date.now() },
  )
  return leadToPaying(context, path, started)
}
