import { bareAddress, nameOf } from './mailbox.ts'
import type { Delivery, Transport, Message } from './mail-transport.server.ts'

export type RelaySettings = {
  url: string
  userId: string
  serviceId: string
  templateId: string
  accessToken?: string | undefined
}

const patienceMs = 20_000
/** Not the letter's fault: sign-in, permission, time-out, too many (issue of pace). */
const worthAnotherTry = new Set([401, 403, 408, 429])

/** `POST {url}/api/v1.0/email/send` (product decisions, 'E-mail relay'); the plain text goes as `message`. */
export function relayTransport(settings: RelaySettings): Transport {
  return { send: (message) => post(settings, message), close() {} }
}

async function post(settings: RelaySettings, message: Message): Promise<Delivery> {
  try {
    const response = await fetch(`${settings.url.replace(/\/+$/, '')}/api/v1.0/email/send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(bodyFor(settings, message)),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    const detail = await response.text()
    if (response.status === 200 || detail.trim() === 'OK') return { ok: true, state: 'sent' }
    const permanent = response.status >= 400 && response.status < 500 && !worthAnotherTry.has(response.status)
    return { ok: false, permanent, reason: `relay ${response.status}`, detail: detail.slice(0, 500) }
  } catch (error) {
    const detail = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
    return { ok: false, permanent: false, reason: 'relay unreachable', detail }
  }
}

const bodyFor = ({ userId, serviceId, templateId, accessToken }: RelaySettings, message: Message) => ({
  lib_version: '1.0.0',
  user_id: userId,
  service_id: serviceId,
  template_id: templateId,
  template_params: {
    to_email: message.to,
    from_name: nameOf(message.from),
    from_email: message.replyTo ?? bareAddress(message.from),
    message: message.text,
  },
  ...(accessToken && { accessToken }),
})
