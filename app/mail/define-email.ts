import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Content, RecordName } from '#app/domain/content/content-record.ts'
import { type EmailIds, type EmailKind, parseEmailIds } from '#app/domain/outbox/email-kinds.server.ts'
import { colorsOf } from '#app/domain/theme/theme.ts'
import type { Services } from '#app/services.server.ts'
import type { Facts, Words } from '#content/pages/page.ts'
import { renderEmail, type RenderedEmail } from './email-frame.tsx'
import { type EmailTexts, textParts } from './email-texts.ts'
import { buttonPart, type Part } from './parts.tsx'

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

export type ReadTexts = <Name extends RecordName>(name: Name) => Content<Name>

type HasClinic = {
  clinic: ClinicFacts
  /** Texts that are edited in the dashboard. */
  read: ReadTexts
}

/** `preview`: what a mail program's list shows beside the subject. */
type Head = { subject: Words; preview: Words; headline: Words }

type EmailDefinition<Kind extends EmailKind, Data> = {
  kind: Kind
  /** Reads the data right before the email is sent. Undefined: the email is out of date and is not sent. */
  load(deps: EmailDeps, ids: EmailIds[Kind]): Promise<Data | undefined>
  head(data: Data & HasClinic): Head
  body(data: Data & HasClinic): Part[]
  /** Why the recipient gets it; stands in the footer. */
  why: Words
  unsubscribe?(data: Data): { label: string; url: string }
  toClinic?: true
  envelope?(data: Data & HasClinic): Omit<RenderedEmail, 'subject' | 'text' | 'html'>
  /** For `npm run emails`, and for the editor of its texts. */
  sample: NoInfer<Data>
  /** Where it has several texts: a sample of each other one, for the editor. */
  otherSamples?: NoInfer<Data>[]
}

export type Email = {
  kind: EmailKind
  render(deps: EmailDeps, email: { ids: unknown }): Promise<RenderedEmail | undefined>
  renderSample(sources: Sources): RenderedEmail
  renderSamples(sources: Sources): RenderedEmail[]
}

/** Of every email, unless it says otherwise: no out-of-office program answers it (RFC 3834, 5). */
const automaticHeaders = { 'Auto-Submitted': 'auto-generated' }

/** Defines a kind of email, one file each, listed in emails/all.ts. */
export function defineEmail<Kind extends EmailKind, Data extends object>(definition: EmailDefinition<Kind, Data>) {
  const { kind, load, head, body, envelope, sample, otherSamples = [], why, unsubscribe, toClinic } = definition
  const renderData = (loaded: Data, { clinic, content }: Sources): RenderedEmail => {
    const data: Data & HasClinic = { ...loaded, clinic, read: (name) => content.read(name, clinic) }
    const { headers, ...rest } = envelope?.(data) ?? {}
    return {
      ...renderEmail({
        clinic,
        ...head(data),
        body: body(data),
        why,
        unsubscribe: unsubscribe?.(data),
        toClinic,
        colors: colorsOf(data.read('theme')),
      }),
      ...rest,
      headers: { ...automaticHeaders, ...headers },
    }
  }
  return {
    kind,
    renderData,
    renderSample: (sources) => renderData(sample, sources),
    renderSamples: (sources) => [sample, ...otherSamples].map((each) => renderData(each, sources)),
    async render(deps, email) {
      const data = await load(deps, parseEmailIds(kind, email))
      return data && renderData(data, { clinic: deps.clinic.facts(Date.now()), content: deps.content })
    },
  } satisfies Email & { renderData: unknown }
}

type LinkEmailDefinition<Kind extends EmailKind> = Pick<
  EmailDefinition<Kind, { url: string }>,
  'kind' | 'load' | 'envelope' | 'sample'
> & {
  texts(read: ReadTexts): EmailTexts
  /** The button's label. */
  link: string
  why: Words
}

/** Defines an email of paragraphs around one button. */
export const defineLinkEmail = <Kind extends EmailKind>({ texts, link, ...definition }: LinkEmailDefinition<Kind>) =>
  defineEmail({
    ...definition,
    head: ({ read }) => texts(read),
    body({ url, read }) {
      const { text, after } = texts(read)
      return [...textParts(text), buttonPart(link, url), ...textParts(after)]
    },
  })
