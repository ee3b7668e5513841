import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type EmailIds, type EmailKind, parseEmailIds } from '#app/domain/outbox/email-kinds.server.ts'
import type { Services } from '#app/services.server.ts'
import type { LinkEmailWords } from '#content/emails.ts'
import type { Words } from '#content/pages/page.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { linkPart, paragraphs, type Part } from './parts.tsx'

export type EmailDeps = Pick<
  Services,
  'database' | 'signer' | 'signIn' | 'config' | 'clinic' | 'booking' | 'feed' | 'emailsLeave' | 'backups'
>

type HasClinic = { clinic: ClinicFacts }

type EmailDefinition<Kind extends EmailKind, Data> = {
  kind: Kind
  /** Reads the data right before the email is sent. Undefined: the email is out of date and is not sent. */
  load(deps: EmailDeps, ids: EmailIds[Kind]): Promise<Data | undefined>
  subject(data: Data & HasClinic): Words
  /** What a mail program's list shows beside the subject. */
  preview(data: Data & HasClinic): Words
  body(data: Data & HasClinic): Part[]
  envelope?(data: Data & HasClinic): Omit<RenderedEmail, 'subject' | 'text' | 'html'>
  /** For `npm run emails`. */
  sample: NoInfer<Data>
}

export type Email = {
  kind: EmailKind
  render(deps: EmailDeps, email: { ids: unknown }): Promise<RenderedEmail | undefined>
  renderSample(clinic: ClinicFacts): RenderedEmail
}

/** Defines a kind of email, one file each, listed in emails/all.ts. */
export function defineEmail<Kind extends EmailKind, Data extends object>(definition: EmailDefinition<Kind, Data>) {
  const { kind, load, subject, preview, body, envelope, sample } = definition
  const renderData = (loaded: Data, clinic: ClinicFacts): RenderedEmail => {
    const data = { ...loaded, clinic }
    return {
      ...renderEmail({ clinic, subject: subject(data), preview: preview(data), body: body(data) }),
      ...envelope?.(data),
    }
  }
  return {
    kind,
    renderData,
    renderSample: (clinic) => renderData(sample, clinic),
    async render(deps, email) {
      const data = await load(deps, parseEmailIds(kind, email))
      return data && renderData(data, deps.clinic.facts(Date.now()))
    },
  } satisfies Email & { renderData: unknown }
}

type LinkEmailDefinition<Kind extends EmailKind> = Pick<
  EmailDefinition<Kind, { url: string }>,
  'kind' | 'load' | 'envelope' | 'sample'
> & { words: LinkEmailWords }

/** Defines an email of paragraphs and one link. */
export const defineLinkEmail = <Kind extends EmailKind>({ words, ...definition }: LinkEmailDefinition<Kind>) =>
  defineEmail({
    ...definition,
    subject: () => words.subject,
    preview: () => words.preview,
    body: ({ url }) => [...paragraphs(words), linkPart(words.link, url)],
  })
