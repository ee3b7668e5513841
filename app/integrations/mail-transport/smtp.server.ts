import { createTransport } from 'nodemailer'
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
    name: 'smtp',
    async send({ from, to }, raw) {
      try {
        await pool.sendMail({ envelope: { from: bareAddress(from), to }, raw })
        return { ok: true, state: 'sent' }
      } catch (error) {
        return {
          ok: false,
          permanent: isAboutThisLetter(error),
          reason: error instanceof Error ? error.message : String(error),
        }
      }
    },
    close: () => pool.close(),
  }
}

/** Only a 5xx answer to RCPT or DATA speaks of this letter; at greeting, login or MAIL FROM it is the server's trouble. */
function isAboutThisLetter(error: unknown) {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  return Number(error.responseCode) >= 500 && (error.command === 'RCPT TO' || error.command === 'DATA')
}

const bareAddress = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox
