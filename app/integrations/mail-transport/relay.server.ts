import { bareAddress, displayName } from './mailbox.ts'
import type { Delivery, Transport } from './mail-transport.server.ts'
import { type Message, oneLine } from './message.server.ts'

/** Whether the relay has taken an email since its settings changed. */
export type RelayProof = {
  isProved(): Promise<boolean>
  prove(): Promise<void>
}

export type RelaySettings = {
  url: string
  userId: string
  serviceId: string
  templateId: string
  newsletterTemplateId: string
  accessToken?: string | undefined
}

/** Failures of the relay, never of an email: sign-in, permission, timeout, too many requests. */
const relayStatuses = new Set([401, 403, 408, 429])
/** Until the relay has taken one email, these mean a wrong account, service or template; later, a wrong email. */
const settingsStatuses = new Set([400, 402, 404, 412, 426])

/** `POST {url}/api/v1.0/email/send` (product decisions, 'E-mail relay'). */
export function relayTransport(settings: RelaySettings, timeoutMs: number, proof: RelayProof): Transport {
  return {
    async deliver(message) {
      const values = toTemplateValues(settings, message)
      const answer = await post(settings, values, timeoutMs).catch(toFailure)
      if ('ok' in answer) return answer
      const { status, body } = answer
      if (status === 200 || body.trim() === 'OK') {
        await proof.prove()
        // Stored without the account's secrets.
        return { ok: true, state: 'sent', raw: Buffer.from(JSON.stringify(values)) }
      }
      const isAboutRelay = relayStatuses.has(status) || (settingsStatuses.has(status) && !(await proof.isProved()))
      const permanent = status >= 400 && status < 500 && !isAboutRelay
      const scope = permanent ? 'email' : 'server'
      return { ok: false, permanent, scope, reason: `relay ${status}`, detail: `${status} ${body}`.trim() }
    },
    isReachable: async () => true,
    probeEveryMs: 60_000,
    close() {},
  }
}

async function post({ url, userId, accessToken }: RelaySettings, values: object, timeoutMs: number) {
  const response = await fetch(`${url.replace(/\/+$/, '')}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...values, user_id: userId, ...(accessToken && { accessToken }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, body: await readStart(response).catch(() => '') }
}

function toFailure(error: unknown): Delivery {
  const detail = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
  const perhapsSent = !neverConnected(error)
  return { ok: false, permanent: false, scope: 'server', perhapsSent, reason: 'relay unreachable', detail }
}

/** Without a connection nothing was handed over; after any other error the email may have been sent. */
function neverConnected(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
}

const longestAnswer = 500

/** The answer may never end. */
async function readStart({ body }: Response) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length >= longestAnswer) break
  }
  return text.slice(0, longestAnswer)
}

/** The keys are the relay's: tests/contracts/relay.json. */
const toTemplateValues = ({ serviceId, templateId, newsletterTemplateId }: RelaySettings, message: Message) => ({
  lib_version: '1.0.0',
  service_id: serviceId,
  template_id: message.template?.name === 'newsletter' ? newsletterTemplateId : templateId,
  template_params: {
    to_email: message.to,
    subject: oneLine(message.subject),
    reply_to: message.replyTo ? message.replyTo.email : bareAddress(message.from),
    // The newsletter's template names its sender itself.
    ...(message.template?.name !== 'newsletter' && toSenderAndText(message)),
    ...message.template?.params,
  },
})

const toSenderAndText = ({ from, replyTo, text }: Message) => ({
  from_name: oneLine(replyTo ? replyTo.name : displayName(from)),
  from_email: replyTo ? replyTo.email : bareAddress(from),
  message: text,
})
