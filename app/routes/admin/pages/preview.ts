import { getSource, isEntryName, toPagePath } from '#app/domain/content/content-record.ts'
import { withMarkedEntries } from '#app/domain/content/mark-entries.ts'
import { withDraft } from '#app/domain/content/with-draft.server.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { loadEdited, requireName } from './edited.server.ts'
import { previewEmails } from '#app/mail/preview-emails.ts'
import type { Route } from './+types/preview.ts'

/** The page of a record as it will be, or its emails, for the frame of its editor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const name = requireName(request, context)
  const { value } = await loadEdited(context, name)
  const { clinic, content: published } = context.get(servicesContext)
  const { schema } = getSource(name)
  const content = withDraft(published, name, value)
  if (schema.emails)
    return answerEmails(previewEmails(schema.title, schema.emails, { clinic: clinic.facts(Date.now()), content }))
  const page = context.get(pageContext)
  page.beFramed()
  const sample = schema.sample && isEntryName(name) ? `${schema.sample}/${name.split('/')[1]}` : schema.sample
  const path = sample ?? toPagePath(name, value) ?? '/'
  page.showPreview({ path, content: withMarkedEntries(content, name) })
  return new Response(null)
}

/** As a page's preview: nothing in it runs or leads away, and the editor's style sheet may be added. */
const answerEmails = (html: string) =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "sandbox allow-same-origin allow-scripts; default-src 'none'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    },
  })
