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
  /** A relay fills in a template of its own; transports of whole messages send the message. */
  template?: { name: 'newsletter'; params: Record<string, string> }
  date: Date
}

/**
 * The bytes of the message (RFC 5322). Headers are encoded and folded by nodemailer, so that no value can become another
 * header. Its way of putting bodies together goes through a handful of streams for each letter; two texts need none.
 */
export function composed({ messageId, from, to, replyTo, subject, text, html, headers, date }: Message) {
  const mail = new MimeNode(`multipart/alternative; boundary="${boundary}"`)
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
  const parts = [partOf('text/plain', text), partOf('text/html', html)]
  return Buffer.from(`${mail.buildHeaders()}\r\n\r\n${parts.join('')}--${boundary}--\r\n`)
}

/** Quoted-printable text never contains '=_', so this ends no part before its time (RFC 2045, 6.7). */
const boundary = '=_letter'

function partOf(type: string, content: string) {
  const encoded = wrap(encode(content.replaceAll(/\r\n|\r|\n/g, '\r\n')), 76)
  return `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encoded}\r\n`
}

/** A name or subject is one line, whatever somebody typed into a form. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
