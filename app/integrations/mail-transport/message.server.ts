import MailComposer from 'nodemailer/lib/mail-composer'

/** A message whose addresses were checked. */
export type Message = {
  messageId: string
  /** 'Clinic <hello@clinic.example>', or the address alone. */
  from: string
  to: string
  replyTo?: { name: string; email: string }
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  attachments?: { name: string; type: string; text: string }[]
  /** More values for a relay's template; other transports send the message itself. */
  template?: { name?: 'newsletter'; params: Record<string, string> }
  date: Date
}

/** The bytes of the message (RFC 5322). */
export const composeMessage = (message: Message) => new MailComposer(toMailOptions(message)).compile().build()

/** nodemailer encodes and folds headers, so that no value becomes another header. */
export function toMailOptions(message: Message) {
  const { messageId, from, to, replyTo, subject, text, html, headers, attachments, date } = message
  return {
    messageId,
    from,
    to,
    headers,
    date,
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.email } }),
    subject: oneLine(subject),
    // nodemailer leaves out an empty `text` or `html`.
    alternatives: [
      { contentType: 'text/plain; charset=utf-8', ...quotedPrintable(text) },
      { contentType: 'text/html; charset=utf-8', ...quotedPrintable(html) },
    ],
    attachments: attachments?.map(({ name, type, text }) => ({
      filename: name,
      contentType: type,
      ...quotedPrintable(text),
    })),
    // No text can make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Quoted-printable lines are short enough for all servers, whatever a visitor typed. */
const quotedPrintable = (text: string) => ({
  content: text.replaceAll(/\r\n|\r|\n/g, '\r\n'),
  contentTransferEncoding: 'quoted-printable',
})

/**
 * Makes a typed name or subject safe for a header: one line, no characters that hide or reorder text, and nothing that
 * mail programs decode ('=?utf-8?…?=').
 */
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll('=?', '= ?')
    .trim()
