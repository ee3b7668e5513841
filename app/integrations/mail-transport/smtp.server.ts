import { Readable } from 'node:stream'
import type MailMessage from 'nodemailer/lib/mailer/mail-message'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { bareAddress } from './mailbox.ts'
import type { Delivery, MailTransport } from './mail-transport.server.ts'
import { composed, type Message } from './message.server.ts'

/** Connections kept to the server at the same time. */
const smtpConnections = 5

/**
 * Pooled SMTP. Certificates are verified, and a server that offers STARTTLS is used with it. A password crosses a
 * network only encrypted; an operator who must do without says so in the address (`?requireTLS=false`).
 */
export function smtpTransport(url: string, patienceMs: number): MailTransport {
  const pool = new SMTPPool({
    url: withTlsForPasswords(url),
    pool: true,
    maxConnections: smtpConnections,
    maxMessages: 1_000,
    // One, for a connection that the server closed while nobody used it. More is the queue's business.
    maxRequeues: 1,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })
  return {
    async deliver(message) {
      const raw = composed(message)
      // A server that drips its answers is never silent for long. Unlike AbortSignal.timeout it is over with the letter.
      const tooLong = new AbortController()
      const timer = setTimeout(() => tooLong.abort(), 5 * patienceMs)
      try {
        await send(pool, raw, message, tooLong.signal)
        return { ok: true, state: 'sent', raw }
      } catch (error) {
        return { ok: false, ...explain(error), raw }
      } finally {
        clearTimeout(timer)
      }
    },
    seemsUp: () => pool.verify().catch(() => false),
    askAgainMs: 15_000,
    close: () => pool.close(),
  }
}

/** Straight to the pool: nodemailer's own way takes composed bytes apart and composes them once more. */
const send = (pool: SMTPPool, raw: Buffer, { from, to, messageId }: Message, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    // All that a transport uses of a mail (nodemailer, 'Creating a transport').
    const message = {
      getEnvelope: () => ({ from: bareAddress(from), to: [to] }),
      messageId: () => messageId,
      getHeader: () => messageId,
      createReadStream: () => streamOf(raw),
    }
    pool.send({ data: { signal }, message } as unknown as MailMessage<SMTPPool.SentMessageInfo>, (error) =>
      error ? reject(error) : resolve(),
    )
  })

const streamOf = (bytes: Buffer) =>
  new Readable({
    read() {
      this.push(bytes)
      this.push(null)
    },
  })

function withTlsForPasswords(address: string) {
  const url = new URL(address)
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname.toLowerCase())
  if (url.password && !isThisMachine && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

/**
 * Only an answer to RCPT or DATA speaks of this letter, and 5xx there is final. At greeting, login or MAIL FROM it is
 * the server's trouble, and 421 is wherever it comes: the server closes (RFC 5321, 3.8).
 */
function explain(error: unknown): Omit<Extract<Delivery, { ok: false }>, 'ok'> {
  const detail = error instanceof Error ? error.message : String(error)
  const { responseCode, response, command = 'greeting', code } = error as SmtpError
  const aboutLetter = responseCode !== undefined && responseCode !== 421 && /^(RCPT TO|DATA)$/.test(command)
  // Refused by the mail program on our side, before the server was asked: too long for it, for example.
  const refusedHere = response === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const permanent = aboutLetter && responseCode >= 500
  const reason = responseCode ? `smtp ${responseCode} at ${command}` : `smtp ${code ?? 'failure'}`
  return {
    permanent,
    trouble: aboutLetter || refusedHere ? 'letter' : 'server',
    recipientRefused: permanent && command === 'RCPT TO',
    reason,
    detail,
  }
}

/** What nodemailer adds to its errors; `response` without a code is an answer that is no SMTP. */
type SmtpError = { responseCode?: number } & Partial<Record<'response' | 'command' | 'code', string>>
