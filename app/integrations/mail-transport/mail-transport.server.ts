import { createTransport } from 'nodemailer'
import { relayTransport, type RelaySettings } from './relay.server.ts'
import { smtpTransport } from './smtp.server.ts'

/** One message, ready to go. Addresses have passed our own checks; nodemailer encodes and folds every header. */
export type Message = {
  messageId: string
  from: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  date: Date
}

/**
 * `kept`: composed and kept in the outbox, nothing left the house. `permanent`: this letter will never be taken;
 * anything else is worth another try. `reason` is safe to log; `detail` is what the server said, which often
 * names the recipient.
 */
export type Delivery =
  | { ok: true; state: 'sent' | 'kept' }
  | { ok: false; permanent: boolean; reason: string; detail: string }

/** One way out of the house. */
export type Transport = {
  send(message: Message, raw: Buffer): Promise<Delivery>
  close(): void
}

export type MailTransport = Pick<Transport, 'close'> & {
  /** `raw`: the bytes of the message, as every transport that takes whole messages sends them (RFC 5322). */
  deliver(message: Message): Promise<Delivery & { raw: Uint8Array }>
}

type MailSettings =
  | { transport: 'outbox' }
  | { transport: 'smtp'; url: string }
  | ({ transport: 'relay' } & RelaySettings)

export function createMailTransport(settings: MailSettings): MailTransport {
  const { send, close } = transportFor(settings)
  return {
    close,
    async deliver(message) {
      const raw = await compose(message)
      return { ...(await send(message, raw)), raw }
    },
  }
}

function transportFor(settings: MailSettings): Transport {
  if (settings.transport === 'smtp') return smtpTransport(settings.url)
  if (settings.transport === 'relay') return relayTransport(settings)
  return { send: async () => ({ ok: true, state: 'kept' }), close() {} }
}

async function compose(message: Message): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message: raw } = await composer.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true })
  return raw as Buffer
}
