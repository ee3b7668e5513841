import type { LoaderFunctionArgs } from 'react-router'
import { findLetter, isForRecipientOnly } from '#app/domain/outbox/kept-letter.server.ts'
import { askedId } from '#app/http/asked-id.ts'
import { servicesContext } from '#app/http/context.ts'

/**
 * The HTML of a letter as a document of its own, with its own look and nothing else: no script, no form, nothing that
 * is loaded. Its links may be opened, since no page confirms or unsubscribes before it has asked.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = askedId(params.id)
  const { database, lettersLeave, config } = context.get(servicesContext)
  const letter = await findLetter(database, id)
  const isSecret = letter && isForRecipientOnly(letter, { lettersLeave, adminEmail: config.admin.email })
  const html = !isSecret && letter?.asSent && 'message' in letter.asSent ? letter.asSent.message.html : undefined
  if (!html) return new Response('Not found', { status: 404 })
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    },
  })
}
