import { Readable } from 'node:stream'
import type MailMessage from 'nodemailer/lib/mailer/mail-message'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { bareAddress } from './mailbox.ts'
import type { Delivery, MailTransport } from './mail-transport.server.ts'
import { composed, type Message } from './message.server.ts'

/** Pooled SMTP. Certificates are verified, and a server that offers STARTTLS is used with it. */
export function smtpTransport(
  url: string,
  { patienceMs, connections }: { patienceMs: number; connections: number },
): MailTransport {
  const pool = new SMTPPool({
    url,
    pool: true,
    maxConnections: connections,
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
      let handedOver = false
      try {
        await send(pool, raw, message, tooLong.signal, () => (handedOver = true))
        return { ok: true, state: 'sent', raw }
      } catch (error) {
        return { ok: false, ...explain(error, handedOver), raw }
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
const send = (
  pool: SMTPPool,
  raw: Buffer,
  { from, to, messageId }: Message,
  signal: AbortSignal,
  onHandedOver: () => void,
) =>
  new Promise<void>((resolve, reject) => {
    // All that a transport uses of a mail (nodemailer, 'Creating a transport').
    const message = {
      getEnvelope: () => ({ from: bareAddress(from), to: [to] }),
      messageId: () => messageId,
      getHeader: () => messageId,
      createReadStream: () => streamOf(raw).once('end', onHandedOver),
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

/**
 * Only an answer to RCPT or DATA speaks of this letter, and 5xx there is final. At greeting, login or MAIL FROM it is
 * the server's trouble, and 421 is wherever it comes: the server closes (RFC 5321, 3.8).
 */
function explain(error: unknown, handedOver: boolean): Omit<Extract<Delivery, { ok: false }>, 'ok'> {
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
    // Nothing but an answer after the message says what became of it.
    perhapsSent: handedOver && responseCode === undefined,
    reason,
    detail,
  }
}

/** What nodemailer adds to its errors; `response` without a code is an answer that is no SMTP. */
type SmtpError = { responseCode?: number } & Partial<Record<'response' | 'command' | 'code', string>>
