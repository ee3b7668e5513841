import { type RelayProof, relayTransport, type RelaySettings } from './relay.server.ts'
import { composeMessage, type Message } from './message.server.ts'
import { smtpTransport } from './smtp.server.ts'

/** `kept`: stored in the outbox, not sent. `raw`: what was sent, a message (RFC 5322) or a relay's JSON. */
export type Delivery =
  | { ok: true; state: 'sent' | 'kept'; raw: Uint8Array }
  | {
      ok: false
      /** The server will never take this email; without it another try makes sense. */
      permanent: boolean
      /** Whether the whole server failed, so that no email would get through now, or this email alone. */
      scope: 'server' | 'email'
      /** The SMTP server rejected the address permanently; a relay does not report that. */
      recipientRefused?: boolean
      /** The whole email was handed over and no answer came. */
      perhapsSent?: boolean
      /** Safe to log. */
      reason: string
      /** What the server said, which often names the recipient. */
      detail: string
    }

export type MailTransport = Transport & {
  /** When the server last took an email, or rejected a single one; 0: not since the process started. */
  lastAnswerAt(): number
  /** The server failed several times in a row, or it failed and is not reachable. */
  isDown(): Promise<boolean>
}

export type Transport = {
  deliver(message: Message): Promise<Delivery>
  /** Whether the server accepts our login. A relay always seems so: it cannot be asked without sending something. */
  isReachable(): Promise<boolean>
  /** How often `isReachable` may be asked while the server is failing. */
  probeEveryMs: number
  close(): void
}

/** Other emails need these even if NEWSLETTER_CONCURRENCY is lower. */
const leastConnections = 5

type MailSettings =
  | { transport: 'outbox' }
  | { transport: 'smtp'; url: string }
  | ({ transport: 'relay'; proof: RelayProof } & RelaySettings)

/** After this many failures in a row the server counts as down. */
const failuresUntilDown = 5

/** `timeoutMs`: how long a server may be silent. `connections`: how many to an SMTP server at once. */
export const createMailTransport = (
  settings: MailSettings,
  options: { timeoutMs?: number; connections?: number } = {},
) => withHealth(openTransport(settings, options))

export function withHealth(transport: Transport): MailTransport {
  let failuresInARow = 0
  let lastAnswerAt = 0
  return {
    ...transport,
    async deliver(message) {
      const delivery = await transport.deliver(message)
      if (!delivery.ok && delivery.scope === 'server') failuresInARow += 1
      else {
        failuresInARow = 0
        lastAnswerAt = Date.now()
      }
      return delivery
    },
    lastAnswerAt: () => lastAnswerAt,
    isDown: async () => failuresInARow >= failuresUntilDown || (failuresInARow > 0 && !(await transport.isReachable())),
  }
}

function openTransport(
  settings: MailSettings,
  { timeoutMs = 20_000, connections = leastConnections }: { timeoutMs?: number; connections?: number },
): Transport {
  if (settings.transport === 'smtp')
    return smtpTransport(settings.url, { timeoutMs, connections: Math.max(connections, leastConnections) })
  if (settings.transport === 'relay') return relayTransport(settings, timeoutMs, settings.proof)
  return {
    deliver: async (message) => ({ ok: true, state: 'kept', raw: await composeMessage(message) }),
    isReachable: async () => true,
    probeEveryMs: 1_000,
    close() {},
  }
}
