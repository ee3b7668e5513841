import type { LoaderFunctionArgs } from 'react-router'
import { findEmail, isForRecipientOnly } from '#app/domain/outbox/stored-email.server.ts'
import { requireId } from '#app/http/require-id.ts'
import { servicesContext } from '#app/http/context.ts'

/**
 * The HTML of an email as a document of its own, with its own look and nothing else: no script, no form, nothing that
 * is loaded. Its links may be opened, since no page confirms or unsubscribes before it has asked.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = requireId(params.id)
  const { database, emailsLeave, config } = context.get(servicesContext)
  const email = await findEmail(database, id)
  const isSecret = email && isForRecipientOnly(email, { emailsLeave, adminEmail: config.admin.email })
  const html = !isSecret && email?.asSent && 'message' in email.asSent ? email.asSent.message.html : undefined
  if (!html) return new Response('Not found', { status: 404 })
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    },
  })
}
