import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content, RecordName } from '#app/domain/content/content-record.ts'
import { type EmailIds, type EmailKind, parseEmailIds } from '#app/domain/outbox/email-kinds.server.ts'
import { colorsOf } from '#app/domain/theme/theme.ts'
import type { Services } from '#app/services.server.ts'
import type { LinkEmailWords } from '#content/emails.ts'
import type { Facts, Words } from '#content/pages/page.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { buttonPart, paragraphParts, type Part } from './parts.tsx'

export type EmailDeps = Pick<
  Services,
  | 'database'
  | 'signer'
  | 'signIn'
  | 'config'
  | 'clinic'
  | 'content'
  | 'pictures'
  | 'booking'
  | 'nextFree'
  | 'feed'
  | 'emailsLeave'
  | 'backups'
>

/** What the clinic says of itself, and in its texts. */
export type Sources = {
  clinic: ClinicFacts
  content: { read<Name extends RecordName>(name: Name, clinic: Facts): Content<Name> }
}

type HasClinic = {
  clinic: ClinicFacts
  /** Texts that are edited in the dashboard. */
  read<Name extends RecordName>(name: Name): Content<Name>
}

type EmailDefinition<Kind extends EmailKind, Data> = {
  kind: Kind
  /** Reads the data right before the email is sent. Undefined: the email is out of date and is not sent. */
  load(deps: EmailDeps, ids: EmailIds[Kind]): Promise<Data | undefined>
  subject(data: Data & HasClinic): Words
  /** What a mail program's list shows beside the subject. */
  preview(data: Data & HasClinic): Words
  headline(data: Data & HasClinic): Words
  body(data: Data & HasClinic): Part[]
  /** Why the recipient gets it; stands in the footer. */
  why: Words
  unsubscribe?(data: Data): { label: string; url: string }
  toClinic?: true
  envelope?(data: Data & HasClinic): Omit<RenderedEmail, 'subject' | 'text' | 'html'>
  /** For `npm run emails`. */
  sample: NoInfer<Data>
}

export type Email = {
  kind: EmailKind
  render(deps: EmailDeps, email: { ids: unknown }): Promise<RenderedEmail | undefined>
  renderSample(sources: Sources): RenderedEmail
}

/** Defines a kind of email, one file each, listed in emails/all.ts. */
export function defineEmail<Kind extends EmailKind, Data extends object>(definition: EmailDefinition<Kind, Data>) {
  const { kind, load, subject, preview, headline, body, envelope, sample, why, unsubscribe, toClinic } = definition
  const renderData = (loaded: Data, { clinic, content }: Sources): RenderedEmail => {
    const data: Data & HasClinic = { ...loaded, clinic, read: (name) => content.read(name, clinic) }
    return {
      ...renderEmail({
        clinic,
        subject: subject(data),
        preview: preview(data),
        headline: headline(data),
        body: body(data),
        why,
        unsubscribe: unsubscribe?.(data),
        toClinic,
        colors: colorsOf(data.read('theme')),
      }),
      ...envelope?.(data),
    }
  }
  return {
    kind,
    renderData,
    renderSample: (sources) => renderData(sample, sources),
    async render(deps, email) {
      const data = await load(deps, parseEmailIds(kind, email))
      return data && renderData(data, { clinic: deps.clinic.facts(Date.now()), content: deps.content })
    },
  } satisfies Email & { renderData: unknown }
}

type LinkEmailDefinition<Kind extends EmailKind> = Pick<
  EmailDefinition<Kind, { url: string }>,
  'kind' | 'load' | 'envelope' | 'sample'
> & { words: LinkEmailWords }

/** Defines an email of paragraphs around one button. */
export const defineLinkEmail = <Kind extends EmailKind>({ words, ...definition }: LinkEmailDefinition<Kind>) =>
  defineEmail({
    ...definition,
    subject: () => words.subject,
    preview: () => words.preview,
    headline: () => words.headline,
    body: ({ url }) => [
      ...paragraphParts(words.paragraphs),
      buttonPart(words.link, url),
      ...paragraphParts(words.after ?? []),
    ],
    why: words.why,
  })
