import { z } from 'zod'
import { receiveText } from '#app/domain/text-messages/incoming.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import type { Route } from './+types/incoming.ts'

/**
 * What patients text to the clinic's number, posted by the service; its signature takes the place of every other check.
 * It is answered with nothing to say: the service itself confirms a STOP.
 */
export async function action({ request, context }: Route.ActionArgs) {
  context.get(pageContext).doNotStore()
  const services = context.get(servicesContext)
  if (!services.textMessages) return new Response(null, { status: 404 })
  const { pathname, search } = new URL(request.url)
  const fields = new URLSearchParams(await request.text())
  const signature = request.headers.get('X-Twilio-Signature') ?? ''
  // As the service was told the address, whatever a proxy made of it.
  const url = `${services.config.publicOrigin}${pathname}${search}`
  if (!services.textMessages.isSigned({ url, fields, signature })) return new Response(null, { status: 403 })
  const { data } = incoming.safeParse(Object.fromEntries(fields))
  // A failure is a 500, so that the service tells its account's owner.
  if (data) await receiveText(services, { number: data.From, text: data.Body, now: Date.now() })
  return new Response('<?xml version="1.0" encoding="UTF-8"?><Response/>', { headers: { 'Content-Type': 'text/xml' } })
}

const incoming = z.object({ From: z.string().regex(/^\+[1-9]\d{6,14}$/), Body: z.string().max(5_000) })
