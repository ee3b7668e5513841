import type { EmailKind } from '#app/domain/outbox/email-kinds.server.ts'
import type { Email, EmailDeps, Sources } from './define-email.ts'
import type { RenderedEmail } from './email-frame.tsx'
import * as all from './emails/all.ts'

const emails = new Map(Object.values<Email>(all).map((email) => [email.kind, email]))

/** Undefined when the email is out of date. */
export async function renderOutboxEmail(deps: EmailDeps, { kind, ids }: { kind: EmailKind; ids: unknown }) {
  const email = emails.get(kind)
  if (!email) throw new Error(`app/mail/emails/all.ts lists no email of the kind ${kind}`)
  return email.render(deps, { ids })
}

/** With each of its texts. */
export const renderEmailSamples = (kind: EmailKind, sources: Sources): RenderedEmail[] =>
  emails.get(kind)?.renderSamples(sources) ?? []

/** For `npm run emails`. */
export const emailSamples = (sources: Sources): Record<string, RenderedEmail> =>
  Object.fromEntries([...emails].map(([kind, email]) => [kind, email.renderSample(sources)]))
