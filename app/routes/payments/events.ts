import { receiveEvent } from '#app/domain/payments/watch.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import type { Route } from './+types/events.ts'

/** Far more than any event of a checkout. */
const mostCharacters = 256 * 1024

/**
 * What the payment provider posts; its signature over the exact text takes the place of every other check. It is answered
 * at once, and a job asks the provider what is true. A failure is a 500, so that the provider posts it again.
 */
export async function action({ request, context }: Route.ActionArgs) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  if (!services.payments) return new Response(null, { status: 404 })
  const raw = await request.text()
  const signature = request.headers.get('Stripe-Signature') ?? ''
  const event = raw.length > mostCharacters ? undefined : await services.payments.readEvent(raw, signature)
  if (!event) return new Response(null, { status: 400 })
  await receiveEvent(services, event, Date.now())
  return new Response(null, { status: 204 })
}
