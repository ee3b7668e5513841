import { redirect, redirectDocument } from 'react-router'
import { orderPath } from '#app/domain/orders/order.ts'
import { startPaying } from '#app/domain/orders/pay-order.server.ts'
import { onlinePayment } from '#content/payments.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { setCookie, payingCookie } from './cookies.ts'
import { setFlash } from './flash.ts'

const cookieSeconds = 24 * 60 * 60

/**
 * Leads to our page that leads on to the provider's: browsers count a redirect from a form to another site as a form of
 * that site, which our Content-Security-Policy forbids. `token`: of the link to the order.
 */
export async function payOrder(context: RequestContext, { id, token }: { id: string; token: string }) {
  const { database, payments, config } = context.get(servicesContext)
  const path = orderPath(token)
  if (!payments) return redirect(path, 303)
  const deps = { database, payments }
  const started = await startPaying(deps, {
    orderId: id,
    origin: config.publicOrigin,
    label: onlinePayment.label,
    now: Date.now(),
  })
  if (!started.ok) {
    setFlash(context, started.reason === 'busy' ? 'payment-unavailable' : 'payment-not-possible')
    return redirectDocument(path, 303)
  }
  // The provider gets no link to the order, since that shows the customer's name: this browser knows it itself.
  setCookie(context, payingCookie, `${started.paymentId}:${path}`, cookieSeconds)
  return redirectDocument(`${path}/pay`, 303)
}
