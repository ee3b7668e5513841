import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import { bareAddress } from './mailbox.ts'
import type { Delivery, Transport } from './mail-transport.server.ts'
import { toMailOptions } from './message.server.ts'

/** Pooled SMTP. Certificates are verified, and a server that offers STARTTLS is used with it. */
export function smtpTransport(
  url: string,
  { timeoutMs, connections }: { timeoutMs: number; connections: number },
): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 1_000,
    // One retry, for a connection that the server closed while it was idle. The queue does all others.
    maxRequeues: 1,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  /** The messages that were handed over whole, by the signals of their deliveries. */
  const handedOver = new WeakMap<AbortSignal, Uint8Array>()
  pool.use('stream', ({ data: { signal }, message }, done) => {
    message.transform(joinChunks)
    // Paused: nothing is read before the server asks for the message, so that the pool can still requeue it.
    message.processFunc((bytes) => bytes.pause().once('data', (raw: Buffer) => signal && handedOver.set(signal, raw)))
    done()
  })
  return {
    async deliver(message) {
      // A server that drips its answers is never silent for long. AbortSignal.timeout would outlive the delivery.
      const tooLong = new AbortController()
      const { signal } = tooLong
      const timer = setTimeout(() => tooLong.abort(), 5 * timeoutMs)
      try {
        const envelope = { from: bareAddress(message.from), to: [message.to] }
        await pool.sendMail({ ...toMailOptions(message), envelope, signal })
        return { ok: true, state: 'sent', raw: handedOver.get(signal) ?? Buffer.of() }
      } catch (error) {
        return { ok: false, ...explain(error, handedOver.has(signal)) }
      } finally {
        clearTimeout(timer)
      }
    },
    isReachable: () => pool.verify().catch(() => false),
    probeEveryMs: 15_000,
    close: () => pool.close(),
  }
}

/** nodemailer composes a message in small pieces; the connection gets it in one write. */
function joinChunks() {
  const chunks: Buffer[] = []
  return new Transform({
    transform(chunk: Buffer, _, done) {
      chunks.push(chunk)
      done()
    },
    flush: (done) => done(null, Buffer.concat(chunks)),
  })
}

/**
 * Only an answer to RCPT or DATA is about this email, and 5xx there is final. An error at greeting, login or MAIL FROM is
 * about the server, and so is 421 anywhere: the server closes the connection (RFC 5321, 3.8).
 */
function explain(error: unknown, handedOver: boolean): Omit<Extract<Delivery, { ok: false }>, 'ok'> {
  const { responseCode, response, command = 'greeting', code } = error as SmtpError
  const own = error instanceof Error ? error.message : String(error)
  // The server's words alone, because they decide whose fault it is.
  const detail = responseCode === undefined ? own : (response ?? own)
  const aboutEmail = responseCode !== undefined && responseCode !== 421 && /^(RCPT TO|DATA)$/.test(command)
  // nodemailer rejected the email itself, for example because it is too long.
  const refusedHere = response === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const permanent = aboutEmail && responseCode >= 500
  const reason = responseCode ? `smtp ${responseCode} at ${command}` : `smtp ${code ?? 'failure'}`
  return {
    permanent,
    scope: aboutEmail || refusedHere ? 'email' : 'server',
    recipientRefused: permanent && command === 'RCPT TO',
    perhapsSent: handedOver && responseCode === undefined,
    reason,
    detail,
  }
}

/** What nodemailer adds to its errors; `response` without a code is not SMTP. */
type SmtpError = { responseCode?: number } & Partial<Record<'response' | 'command' | 'code', string>>
