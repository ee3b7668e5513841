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
  /** A relay fills in a template of its own; transports of whole messages send the message. */
  template?: { name: 'newsletter'; params: Record<string, string> }
  date: Date
}

/** The bytes of the message (RFC 5322). Headers are encoded and folded, so that no value can become another header. */
export function composed({ messageId, from, to, replyTo, subject, text, html, headers, date }: Message) {
  const mail = new MailComposer({
    messageId,
    from,
    to,
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.email } }),
    subject: oneLine(subject),
    text,
    html,
    headers,
    date,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}

/** A name or subject is one line, whatever somebody typed into a form. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
