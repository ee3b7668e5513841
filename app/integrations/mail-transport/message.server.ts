import MailComposer from 'nodemailer/lib/mail-composer'

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

/** The bytes of the message (RFC 5322). */
export const composeMessage = (message: Message) => new MailComposer(toMail(message)).compile().build()

/** The message as nodemailer takes it, which encodes and folds headers, so no value becomes another header. */
export function toMail({ messageId, from, to, replyTo, subject, text, html, headers, attachments, date }: Message) {
  return {
    messageId,
    from,
    to,
    headers,
    date,
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.email } }),
    subject: oneLine(subject),
    // `text` and `html` would not take an empty text.
    alternatives: [
      { contentType: 'text/plain; charset=utf-8', ...quotedPrintable(text) },
      { contentType: 'text/html; charset=utf-8', ...quotedPrintable(html) },
    ],
    attachments: attachments?.map(({ name, type, text }) => ({
      filename: name,
      contentType: type,
      ...quotedPrintable(text),
    })),
    // No text may make the server read a file or ask another server.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Keeps every line short enough for all servers, whatever a visitor typed. */
const quotedPrintable = (text: string) => ({
  content: text.replaceAll(/\r\n|\r|\n/g, '\r\n'),
  contentTransferEncoding: 'quoted-printable',
})

/**
 * A name or subject is one line, whatever somebody typed into a form, and reads as it is: no sign that turns or hides
 * emails, and nothing that mail programs decode ('=?utf-8?…?=').
 */
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll('=?', '= ?')
    .trim()
