import { pipeline, type Readable, Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import { bareAddress } from './mailbox.ts'
import type { Delivery, Transport } from './mail-transport.server.ts'
import { toMail } from './message.server.ts'

/** Pooled SMTP. Certificates are verified, and a server that offers STARTTLS is used with it. */
export function smtpTransport(
  url: string,
  { patienceMs, connections }: { patienceMs: number; connections: number },
): Transport {
  const pool = createTransport({
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
  /** Which bytes went out, by the signal of the delivery. */
  const handedOver = new WeakMap<AbortSignal, Buffer>()
  pool.use('stream', ({ data: { signal }, message }, done) => {
    message.processFunc((bytes) => recording(bytes, (all) => signal && handedOver.set(signal, all)))
    done()
  })
  return {
    async deliver(message) {
      // A server that drips its answers is never silent for long. Unlike AbortSignal.timeout it is over with the email.
      const tooLong = new AbortController()
      const { signal } = tooLong
      const timer = setTimeout(() => tooLong.abort(), 5 * patienceMs)
      const bytesSent = () => handedOver.get(signal) ?? Buffer.alloc(0)
      try {
        const envelope = { from: bareAddress(message.from), to: [message.to] }
        await pool.sendMail({ ...toMail(message), envelope, signal })
        return { ok: true, state: 'sent', raw: bytesSent() }
      } catch (error) {
        return { ok: false, ...explain(error, handedOver.has(signal)), raw: bytesSent() }
      } finally {
        clearTimeout(timer)
      }
    },
    seemsUp: () => pool.verify().catch(() => false),
    askAgainMs: 15_000,
    close: () => pool.close(),
  }
}

/** Passes the bytes on to the server, and tells all of them once the last has gone. */
function recording(bytes: Readable, onEnd: (all: Buffer) => void) {
  const chunks: Buffer[] = []
  const recorder = new Transform({
    transform(chunk: Buffer, _, done) {
      chunks.push(chunk)
      done(null, chunk)
    },
  })
  recorder.once('end', () => onEnd(Buffer.concat(chunks)))
  // An error reaches the reader through the recorder.
  return pipeline(bytes, recorder, () => {})
}

/**
 * Only an answer to RCPT or DATA speaks of this email, and 5xx there is final. At greeting, login or MAIL FROM it is
 * the server's trouble, and 421 is wherever it comes: the server closes (RFC 5321, 3.8).
 */
function explain(error: unknown, handedOver: boolean): Omit<Extract<Delivery, { ok: false }>, 'ok'> {
  const detail = error instanceof Error ? error.message : String(error)
  const { responseCode, response, command = 'greeting', code } = error as SmtpError
  const aboutEmail = responseCode !== undefined && responseCode !== 421 && /^(RCPT TO|DATA)$/.test(command)
  // Refused by the mail program on our side, before the server was asked: too long for it, for example.
  const refusedHere = response === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const permanent = aboutEmail && responseCode >= 500
  const reason = responseCode ? `smtp ${responseCode} at ${command}` : `smtp ${code ?? 'failure'}`
  return {
    permanent,
    trouble: aboutEmail || refusedHere ? 'email' : 'server',
    recipientRefused: permanent && command === 'RCPT TO',
    // Nothing but an answer after the message says what became of it.
    perhapsSent: handedOver && responseCode === undefined,
    reason,
    detail,
  }
}

/** What nodemailer adds to its errors; `response` without a code is an answer that is no SMTP. */
type SmtpError = { responseCode?: number } & Partial<Record<'response' | 'command' | 'code', string>>
