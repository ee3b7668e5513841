import { findEmail, withoutPatientLinks } from '#app/domain/outbox/stored-email.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { requireId } from '#app/http/require-id.ts'
import { servicesContext } from '#app/http/context.ts'
import { isSecretHere } from './is-secret-here.server.ts'
import type { Route } from './+types/email-html.ts'

/**
 * The HTML of an email as a document of its own, without scripts, forms or anything loaded. Its links are safe to open,
 * since every page asks before it confirms or unsubscribes.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = requireId(params.id)
  const { database } = context.get(servicesContext)
  const email = await findEmail(database, id)
  const isSecret = email && isSecretHere(context, email)
  const html = !isSecret && email?.asSent && 'message' in email.asSent ? email.asSent.message.html : undefined
  if (!html) return new Response('Not found', { status: 404 })
  return new Response(getActor(context).readsHealth ? html : withoutPatientLinks(html), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    },
  })
}
