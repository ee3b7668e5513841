import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'

/** One message, ready to go; its addresses have passed our own checks. */
export type Message = {
  messageId: string
  /** 'Clinic <hello@clinic.example>', or the address alone. */
  from: string
  to: string
  /** Whom an answer goes to, when not to the sender. */
  replyTo?: { name: string; email: string }
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  attachments?: { name: string; type: string; text: string }[]
  /** What a relay fills into its template, over the usual; transports of whole messages send the message. */
  template?: { name?: 'newsletter'; params: Record<string, string> }
  date: Date
}

/**
 * The bytes of the message (RFC 5322). Headers are encoded and folded by nodemailer, so that no value can become another
 * header. Its way of putting bodies together goes through a handful of streams for each letter; two texts need none.
 */
export function composed({ messageId, from, to, replyTo, subject, text, html, headers, attachments, date }: Message) {
  const alternative = `multipart/alternative; boundary="${boundary}"`
  const mail = new MimeNode(attachments ? `multipart/mixed; boundary="${outerBoundary}"` : alternative)
  for (const [name, value] of Object.entries({
    ...headers,
    From: from,
    To: to,
    ...(replyTo && { 'Reply-To': { name: oneLine(replyTo.name), address: replyTo.email } }),
    Subject: oneLine(subject),
    'Message-ID': messageId,
    Date: date.toUTCString().replace('GMT', '+0000'),
  }))
    // An address may be an object too, which the types of nodemailer do not know.
    mail.setHeader(name, value as string)
  const letter = `${partOf(boundary, 'text/plain', text)}${partOf(boundary, 'text/html', html)}--${boundary}--\r\n`
  const head = `${mail.buildHeaders()}\r\n\r\n`
  if (!attachments) return Buffer.from(head + letter)
  const files = attachments.map(({ name, type, text: content }) => attached(name, type, content))
  const first = `--${outerBoundary}\r\nContent-Type: ${alternative}\r\n\r\n${letter}\r\n`
  return Buffer.from(`${head}${first}${files.join('')}--${outerBoundary}--\r\n`)
}

/** Quoted-printable text never contains '=_', so this ends no part before its time (RFC 2045, 6.7). */
const boundary = '=_letter'
const outerBoundary = '=_letter-with-files'

const partOf = (within: string, type: string, content: string) =>
  `--${within}\r\nContent-Type: ${type}; charset=utf-8\r\n${encoded(content)}`

/** `name` and `type` are ours, never what somebody typed. */
const attached = (name: string, type: string, content: string) =>
  `--${outerBoundary}\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n${encoded(content)}`

const encoded = (content: string) =>
  `Content-Transfer-Encoding: quoted-printable\r\n\r\n${wrap(encode(content.replaceAll(/\r\n|\r|\n/g, '\r\n')), 76)}\r\n`

/**
 * A name or subject is one line, whatever somebody typed into a form, and reads as it is: no sign that turns or hides
 * letters, and nothing that mail programs decode ('=?utf-8?…?=').
 */
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll('=?', '= ?')
    .trim()
