import { z } from 'zod'
import { isSigned } from './signature.server.ts'

export type TextSettings = { url: string; account: string; token: string; from: string }

/**
 * Why a text was not sent. 'perhaps-sent': the answer was lost, so only the service knows. 'busy' and 'refused': it can be
 * tried again, 'refused' once the settings or the account are right. The other two are about the number, for good.
 */
export type TextFailure = 'perhaps-sent' | 'busy' | 'refused' | 'unsubscribed' | 'bad-number'

/** `reason` is safe to log: 'status-500', 'code-21610', 'timeout'. */
export type TextDelivery = { ok: true; id: string } | { ok: false; failure: TextFailure; reason: string }

export type Text = { to: string; text: string }

/** What became of an accepted text. 'sent': the carrier has it. */
export type TextStatus = {
  status: 'accepted' | 'sent' | 'delivered' | 'failed'
  reason?: string
  failure?: TextFailure | undefined
}

type Found = { ok: true; ids: string[] } | { ok: false; reason: string }

export type TextMessages = ReturnType<typeof createTextMessages>

const patienceMs = 10_000

/** The service's codes for a number that must not or can't get texts: docs/decisions/text-messages.md. */
const numberCodes: Record<number, TextFailure> = { 21610: 'unsubscribed', 21211: 'bad-number', 21614: 'bad-number' }

/** A service with the REST API of Twilio, in whose shape others offer theirs. */
export function createTextMessages(settings: TextSettings, { timeoutMs = patienceMs } = {}) {
  const { url, account, token, from } = settings
  const messages = `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${account}/Messages`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`

  async function request(path: string, body?: URLSearchParams): Promise<Answer> {
    // Of the request with its answer, which may never end.
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { headers: { authorization }, redirect: 'error', signal } as const
    try {
      const response = await fetch(messages + path, body ? { ...options, method: 'POST', body } : options)
      return { status: response.status, json: await readJson(response) }
    } catch (error) {
      return { failed: toReason(error), neverConnected: neverConnected(error) }
    }
  }

  return {
    async send({ to, text }: Text): Promise<TextDelivery> {
      const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
      const answer = await request('.json', new URLSearchParams({ To: to, Body: text, [sender]: from }))
      if ('failed' in answer)
        return { ok: false, failure: answer.neverConnected ? 'busy' : 'perhaps-sent', reason: answer.failed }
      return toDelivery(answer)
    },
    /**
     * The ids of such texts that the service has accepted since then: it has no idempotency keys, so it is asked before a
     * text is sent again.
     */
    async findSent({ to, text, since }: Text & { since: number }): Promise<Found> {
      // By UTC days; a day more, since the service's clock may differ.
      const day = new Date(since - 86_400_000).toISOString().slice(0, 10)
      const answer = await request(`.json?${new URLSearchParams({ To: to, 'DateSent>': day, PageSize: '200' })}`)
      const listed = toList(answer)
      if (!listed.ok) return listed
      // A trial account puts a sentence before each text.
      return {
        ok: true,
        ids: listed.messages.filter((one) => one.to === to && one.body.endsWith(text)).map(({ sid }) => sid),
      }
    },
    /** What became of a text that was accepted; undefined if the service does not say. */
    async findStatus(id: string): Promise<TextStatus | undefined> {
      const answer = await request(`/${encodeURIComponent(id)}.json`)
      const { data } = message.safeParse('json' in answer && answer.status === 200 ? answer.json : undefined)
      return data && toStatus(data)
    },
    /** Signs in and reads one row of the list: a text would cost money, and needs somebody who agreed to it. */
    async test(): Promise<{ ok: true } | { ok: false; reason: string }> {
      const listed = toList(await request('.json?PageSize=1'))
      return listed.ok ? { ok: true } : listed
    },
    /** Whether the service posted these fields to this address of ours. */
    isSigned: (post: { url: string; fields: URLSearchParams; signature: string }) => isSigned(token, post),
  }
}

type Answer = { status: number; json: unknown } | { failed: string; neverConnected: boolean }

const accepted = z.object({ sid: z.string().min(1).max(100) })
const rejected = z.object({ code: z.number().int() })
const message = z.object({ status: z.string(), error_code: z.number().int().nullish() })
const list = z.object({
  messages: z.array(z.object({ sid: z.string().min(1).max(100), to: z.string(), body: z.string() })).max(1_000),
})

function toDelivery({ status, json }: { status: number; json: unknown }): TextDelivery {
  if (status >= 200 && status < 300) {
    const { data } = accepted.safeParse(json)
    return data ? { ok: true, id: data.sid } : { ok: false, failure: 'perhaps-sent', reason: 'malformed' }
  }
  const code = rejected.safeParse(json).data?.code
  const reason = code === undefined ? `status-${status}` : `code-${code}`
  if (status === 429) return { ok: false, failure: 'busy', reason }
  // A server that broke down may have accepted it before.
  if (status < 400 || status >= 500) return { ok: false, failure: 'perhaps-sent', reason }
  return { ok: false, failure: (code !== undefined && numberCodes[code]) || 'refused', reason }
}

/** What has not failed and is not at the carrier waits at the service. */
function toStatus({ status, error_code: code }: z.infer<typeof message>): TextStatus {
  if (status === 'failed' || status === 'undelivered')
    return { status: 'failed', reason: code ? `code-${code}` : status, failure: code ? numberCodes[code] : undefined }
  return { status: status === 'sent' || status === 'delivered' ? status : 'accepted' }
}

function toList(answer: Answer) {
  if ('failed' in answer) return { ok: false as const, reason: answer.failed }
  if (answer.status !== 200) return { ok: false as const, reason: `status-${answer.status}` }
  const { data } = list.safeParse(answer.json)
  return data ? { ok: true as const, messages: data.messages } : { ok: false as const, reason: 'malformed' }
}

const mostBytes = 1024 * 1024

/** Undefined for what is too long or no JSON. */
async function readJson({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

function toReason(error: unknown) {
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
}

/** Without a connection nothing was handed over. */
function neverConnected(error: unknown) {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
}
