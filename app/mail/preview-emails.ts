import type { EmailKind } from '#app/domain/outbox/email-kinds.server.ts'
import type { Sources } from './define-email.ts'
import { renderEmailSamples } from './render-outbox-email.ts'

/**
 * Samples of these emails one below the other, each under its subject and preview, as one document for the frame of an
 * editor. Pages forbid its inline styles.
 */
export function previewEmails(title: string, kinds: readonly EmailKind[], sources: Sources) {
  const emails = kinds.flatMap((kind) => renderEmailSamples(kind, sources))
  const parts = emails.map(({ html }) => takeApart(html))
  const sheet = /<style>[^]*<\/style>/.exec(emails[0]?.html ?? '')?.[0] ?? ''
  const head = `<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><base target="_blank">`
  const body = parts.map(
    ({ subject, preview, body: email }) =>
      `<p class="soft" style="${line}"><b>${subject}</b><br><span>${preview}</span></p>${email}`,
  )
  return `<!doctype html><html lang="en"><head>${head}${sheet}</head><body class="bg" style="margin:0">${body.join('')}</body></html>`
}

const line = 'max-width:568px;margin:0 auto;padding:32px 16px 8px;font:15px/1.5 sans-serif'

/** Of the HTML of an email, escaped as it is there: what mail programs show of it in their lists, and what is in it. */
function takeApart(html: string) {
  const [, subject = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const [, preview = '', body = ''] = /<body[^>]*><div[^>]*>([^<]*)<\/div>([^]*)<\/body>/.exec(html) ?? []
  return { subject, preview, body: body.replace(/ aria-label="[^"]*"/, '') }
}
