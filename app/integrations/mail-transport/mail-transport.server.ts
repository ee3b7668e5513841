import { relayTransport, type RelaySettings } from './relay.server.ts'
import type { RelayProof } from './relay-proof.ts'
import { composeMessage, type Message } from './message.server.ts'
import { smtpTransport } from './smtp.server.ts'

/**
 * `kept`: composed and kept in the outbox, nothing left the house. `permanent`: this email will never be taken;
 * anything else is worth another try. `trouble`: of the whole server, so that no email would pass now, or of this
 * email alone. `recipientRefused`: for good, as an SMTP server says of the address itself; a relay does not tell.
 * `perhapsSent`: all of it was handed over and no answer came, so it may get there.
 * `reason` is safe to log; `detail` is what the server said, which often names the recipient.
 */
export type Delivery =
  | { ok: true; state: 'sent' | 'kept' }
  | {
      ok: false
      permanent: boolean
      trouble: 'server' | 'email'
      recipientRefused?: boolean
      perhapsSent?: boolean
      reason: string
      detail: string
    }

/** Delivers emails, with what the mail server's answers said of the server itself. */
export type MailTransport = Transport & {
  /** When it last took an email, or refused one alone; epoch milliseconds, 0: not since the process started. */
  answeredAt(): number
  /** Whether no email would pass now: it failed several times in a row, or it failed and does not let us in. */
  isDown(): Promise<boolean>
}

export type Transport = {
  /**
   * `raw`: the bytes as they were sent: a whole message (RFC 5322), or what a relay was given (JSON). Empty when an SMTP
   * server did not get the whole message.
   */
  deliver(message: Message): Promise<Delivery & { raw: Uint8Array }>
  /** Whether the server answers and lets us in; a relay cannot be asked without sending something. */
  seemsUp(): Promise<boolean>
  /** How often a server in trouble may be asked again. */
  askAgainMs: number
  /** Lets deliveries under way end. */
  close(): void
}

/** Emails have as many, however few newsletters may go out at the same time. */
const leastConnections = 5

type MailSettings =
  | { transport: 'outbox' }
  | { transport: 'smtp'; url: string }
  | ({ transport: 'relay'; proof: RelayProof } & RelaySettings)

/** So many failures in a row are the server's. */
const enoughFailures = 5

/** `patienceMs`: how long a server may say nothing. `connections`: kept to an SMTP server at the same time. */
export function createMailTransport(
  settings: MailSettings,
  options: { patienceMs?: number; connections?: number } = {},
): MailTransport {
  return withHealth(openTransport(settings, options))
}

export function withHealth(transport: Transport): MailTransport {
  let failuresInARow = 0
  let answeredAt = 0
  return {
    ...transport,
    async deliver(message) {
      const delivery = await transport.deliver(message)
      if (!delivery.ok && delivery.trouble === 'server') failuresInARow += 1
      else [failuresInARow, answeredAt] = [0, Date.now()]
      return delivery
    },
    answeredAt: () => answeredAt,
    isDown: async () => failuresInARow >= enoughFailures || (failuresInARow > 0 && !(await transport.seemsUp())),
  }
}

function openTransport(
  settings: MailSettings,
  { patienceMs = 20_000, connections = leastConnections }: { patienceMs?: number; connections?: number },
): Transport {
  if (settings.transport === 'smtp')
    return smtpTransport(settings.url, { patienceMs, connections: Math.max(connections, leastConnections) })
  if (settings.transport === 'relay') return relayTransport(settings, patienceMs, settings.proof)
  return {
    deliver: async (message) => ({ ok: true, state: 'kept', raw: await composeMessage(message) }),
    seemsUp: async () => true,
    askAgainMs: 1_000,
    close() {},
  }
}
