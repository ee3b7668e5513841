import type { Email } from 'postal-mime'

// The parts of a mail server's report, of which many are no delivery status notification (RFC 3464) or a broken one.

export type Report = {
  message: Email
  /** What it says for people, without the copy of the email. */
  words: string
  /** The groups of its fields for programs; undefined if it has none. */
  fields: Map<string, string>[] | undefined
  /** The email that came back, or its header, as far as the report has it. */
  original: string
}

export function takeApart(message: Email): Report {
  const partOf = (...types: string[]) => {
    const part = message.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
    return part && toText(part.content)
  }
  const text = (message.text ?? toPlain(message.html ?? '')).slice(0, mostText)
  const words = text.slice(0, beginsCopy.exec(text)?.index).slice(0, mostWords)
  const status =
    partOf('message/delivery-status', 'message/global-delivery-status') ??
    (/^final-recipient:/im.test(words) && isByServer(message) ? words : undefined)
  const returned = partOf('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  return { message, words, fields: status === undefined ? undefined : parseFields(status), original: returned ?? text }
}

const mostText = 64 * 1024
const mostWords = 4_000

/** Where a report in words goes over into a copy of the email. */
const beginsCopy =
  /^[ \t>]*(?:-{2,}.{0,40}(?:copy|original|returned|unsent|message header|message follows|headers?)\b.*|(?:received|return-path|message-id|dkim-signature):.*)$/im

/** Of the email that came back. */
export function findReturnedId({ message, fields, original }: Report) {
  const named =
    /^[ \t>]*message-id:\s*(<[^<>\s]{1,500}>)/im.exec(original)?.[1] ??
    fields?.find((group) => group.has('original-message-id'))?.get('original-message-id') ??
    message.inReplyTo ??
    ''
  return /<[^<>\s]{1,500}>/.exec(named)?.[0]
}

/** Told by its sender: a person's answer quotes the email, too. */
export const isByServer = ({ headers, from }: Email) =>
  headers.some(({ key }) => key === 'x-failed-recipients') ||
  /mailer-?daemon|postmaster|mail ?delivery|(?:mail|system) ?admin|^ *$/i.test(
    `${from?.address ?? ''} ${from?.name ?? ''}`,
  )

/** The server tries on, the email arrived, or somebody's own answer to it. */
export const isNoFailure = ({ message: { subject = '', headers }, words }: Report) =>
  headers.some(({ key, value }) => key === 'content-type' && /feedback-report|disposition-notification/i.test(value)) ||
  /^(?:auto(?:matic)?[ -]?(?:reply|response)?|out of office)\b/i.test(subject) ||
  /delay|\bwarning\b|still trying/i.test(subject) ||
  /\bwill (?:be retried|(?:keep|continue) (?:re)?trying|retry)|only a temporary failure|delivery is delayed|do not need to re-?send|success(?:fully)? (?:delivered|relayed)/i.test(
    words,
  )

/** The server answered before it knew the recipient. */
export const isAboutSender = (words: string) =>
  /(?:after|in reply to) (?:initial connection|mail from)|\[MAIL_FROM\]|(?:>>>|=>) MAIL\b.*\n[ \t]*<<< 5/i.test(words)

/** The server answered to the email itself, after it had accepted the recipient. */
export const isAboutEmail = (words: string) =>
  /(?:after|in reply to) (?:end of )?data|\bTEXT command|SMTP command[-:\s]{1,9}DATA|(?:>>>|=>) DATA\b.*\n[ \t]*<<< 5/i.test(
    words,
  )

const toPlain = (html: string) =>
  html
    .slice(0, mostText)
    .replaceAll(/<(?:br|\/p|\/div|\/tr)\b[^>]{0,200}>/gi, '\n')
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')

const toText = (content: string | Uint8Array | ArrayBuffer) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** The groups of fields of a text, each in lower case; a continued line belongs to the field before it. */
function parseFields(text: string): Map<string, string>[] {
  const unfolded = text.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ')
  return unfolded
    .split(/\n{2,}/)
    .slice(0, 20)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.split('\n').slice(0, 200)) {
        const [, name, value] = /^([\w-]{1,100}):(.*)$/s.exec(line) ?? []
        if (name && value !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
}
