import { bareAddress, nameOf } from './mailbox.ts'
import type { Delivery, Transport } from './mail-transport.server.ts'
import { type Message, oneLine } from './message.server.ts'
import type { RelayProof } from './relay-proof.ts'

export type RelaySettings = {
  url: string
  userId: string
  serviceId: string
  templateId: string
  newsletterTemplateId: string
  accessToken?: string | undefined
}

/** Never the email's fault: sign-in, permission, time-out, too many. */
const alwaysTheRelays = new Set([401, 403, 408, 429])
/** Said of an account, a service or a template that is not right, until one email has gone through; then of that email. */
const perhapsTheRelays = new Set([400, 402, 404, 412, 426])

/** `POST {url}/api/v1.0/email/send` (product decisions, 'E-mail relay'). */
export function relayTransport(settings: RelaySettings, patienceMs: number, proof: RelayProof): Transport {
  return {
    async deliver(message) {
      const given = forTemplate(settings, message)
      // Kept without what would let others send in our name.
      const raw = Buffer.from(JSON.stringify(given))
      return { ...(await post(settings, given, patienceMs, proof)), raw }
    },
    seemsUp: async () => true,
    askAgainMs: 60_000,
    close() {},
  }
}

async function post(
  settings: RelaySettings,
  given: TemplateValues,
  patienceMs: number,
  proof: RelayProof,
): Promise<Delivery> {
  const { url, userId, accessToken } = settings
  let answer: { status: number; body: string }
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/v1.0/email/send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...given, userId, ...(accessToken && { accessToken }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    answer = { status: response.status, body: await beginningOf(response).catch(() => '') }
  } catch (error) {
    const detail = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
    return {
      ok: false,
      permanent: false,
      trouble: 'server',
      perhapsSent: !neverConnected(error),
      reason: 'relay unreachable',
      detail,
    }
  }
  return outcomeOf(answer, proof)
}

/** Without a connection nothing was handed over; of anything else only the relay knows. */
function neverConnected(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
}

async function outcomeOf({ status, body }: { status: number; body: string }, proof: RelayProof): Promise<Delivery> {
  if (status === 200 || body.trim() === 'OK') {
    await proof.prove()
    return { ok: true, state: 'sent' }
  }
  const isTheEmails = status >= 400 && status < 500 && !(await isTheRelays(status, proof))
  const trouble = isTheEmails ? 'email' : 'server'
  return { ok: false, permanent: isTheEmails, trouble, reason: `relay ${status}`, detail: `${status} ${body}`.trim() }
}

const isTheRelays = async (status: number, proof: RelayProof) =>
  alwaysTheRelays.has(status) || (perhapsTheRelays.has(status) && !(await proof.isProved()))

const longestAnswer = 500

/** All we need of an answer that may never end. */
async function beginningOf({ body }: Response) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length >= longestAnswer) break
  }
  return text.slice(0, longestAnswer)
}

type TemplateValues = ReturnType<typeof forTemplate>

const forTemplate = ({ serviceId, templateId, newsletterTemplateId }: RelaySettings, message: Message) => ({
  lib_version: '1.0.0',
  serviceId,
  template_id: message.template?.name === 'newsletter' ? newsletterTemplateId : templateId,
  template_params: { to_email: message.to, ...paramsOf(message), ...message.template?.params },
})

/** Subject and reply address go along with every call; who an email is from stands in the newsletter's own template. */
const paramsOf = (message: Message) => ({
  subject: oneLine(message.subject),
  reply_to: message.replyTo ? message.replyTo.email : bareAddress(message.from),
  ...(message.template?.name !== 'newsletter' && plain(message)),
})

/** Who wrote to the clinic is the sender; the clinic is, of what it writes itself. */
const plain = ({ from, replyTo, text }: Message) => ({
  from_name: oneLine(replyTo ? replyTo.name : nameOf(from)),
  from_email: replyTo ? replyTo.email : bareAddress(from),
  message: text,
})
