import { createTransport } from 'nodemailer'
import { bareAddress } from './mailbox.ts'
import type { Transport } from './mail-transport.server.ts'

/** Pooled SMTP. Certificates are verified; a server that offers STARTTLS is used with it. */
export function smtpTransport(url: string): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
  return {
    async send({ from, to }, raw) {
      try {
        await pool.sendMail({ envelope: { from: bareAddress(from), to }, raw })
        return { ok: true, state: 'sent' }
      } catch (error) {
        return { ok: false, ...explain(error) }
      }
    },
    close: () => pool.close(),
  }
}

/**
 * Only a 5xx answer to RCPT or DATA speaks of this letter; at greeting, login or MAIL FROM it is the server's trouble.
 */
function explain(error: unknown) {
  const detail = error instanceof Error ? error.message : String(error)
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string }
  const permanent = (responseCode ?? 0) >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const reason = responseCode ? `smtp ${responseCode} at ${command ?? 'greeting'}` : `smtp ${code ?? 'failure'}`
  return { permanent, reason, detail }
}
