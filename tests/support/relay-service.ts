import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { portOf } from './connections.ts'
import { relayContract } from './contracts.ts'
import type { Answer } from './hosted-services.ts'

/** What it accepted. The keys are the vendor's. */
type RelayedEmail = { template_id: string; template_params: Record<string, string> }

const account = { user: 'public-key-1', service: 'service-1', templates: ['template-1', 'template-2'] }

export const relaySettings = (url: string) => ({
  MAIL_TRANSPORT: 'relay',
  RELAY_URL: url,
  RELAY_USER_ID: account.user,
  RELAY_SERVICE_ID: account.service,
  RELAY_TEMPLATE_ID: account.templates[0]!,
  RELAY_NEWSLETTER_TEMPLATE_ID: account.templates[1]!,
  RELAY_ACCESS_TOKEN: 'private-key-1',
})

export const newsletterTemplate = account.templates[1]

/**
 * An email relay that refuses what the contract says that the real one refuses, and whatever else the contract does not
 * have. `perSecond`: 429 to what comes sooner.
 */
export async function startRelayService(atEnd: (stop: () => Promise<void>) => void, { perSecond = 0 } = {}) {
  const relay = {
    accepted: [] as RelayedEmail[],
    arrivedAt: [] as number[],
    /** Of every request, the accepted ones too: status and text of the answer. */
    answers: [] as [number, string][],
    /** In place of its own answer to what keeps the contract. */
    answer: undefined as Answer | undefined,
  }
  const server = createServer(async (request, response) => {
    const now = Date.now()
    const isTooSoon = perSecond > 0 && now - (relay.arrivedAt.at(-1) ?? 0) < 1000 / perSecond
    relay.arrivedAt.push(now)
    const body = await text(request)
    const refused = isTooSoon ? refusalOf('more than one a second') : refuse(request, body)
    const [status, says] = refused ?? [200, 'OK']
    relay.answers.push([status, says])
    if (refused || !relay.answer) {
      if (!refused) relay.accepted.push(JSON.parse(body))
      response.writeHead(status).end(says)
    } else relay.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://127.0.0.1:${portOf(server)}`
  return Object.assign(relay, { origin, settings: relaySettings(origin) })
}

const { request: asked, template_params: known, refusals } = relayContract
const isRequired = (key: string) => asked.body[key]!.includes('required')

/** Status and text of the answer; undefined if it keeps the contract. */
function refuse({ method, url, headers }: IncomingMessage, raw: string): [number, string] | undefined {
  if (method !== asked.method || url !== asked.path) return [404, 'Not Found']
  for (const [name, value] of Object.entries(asked.headers))
    if (headers[name] !== value) return [415, `${name} has to be ${value}`]
  const { data: body } = z.record(z.string(), z.unknown()).safeParse(JSON.parse(raw))
  if (!body) return [400, 'The body has to be an object']
  for (const key of Object.keys(asked.body))
    if (isRequired(key) && !body[key])
      return refusalOf(`${key} is missing`) ?? [400, `The ${key} parameter is required`]
  const other = Object.keys(body).find((key) => !Object.hasOwn(asked.body, key))
  if (other) return [400, `The contract has no ${other}`]
  if (body.user_id !== account.user) return refusalOf('user_id is unknown')
  if (body.service_id !== account.service) return [400, 'The service ID not found']
  if (!account.templates.includes(String(body.template_id))) return [400, 'The template ID not found']
  return refuseParams(body.template_id === newsletterTemplate, body.template_params)
}

function refuseParams(isNewsletter: boolean, params: unknown): [number, string] | undefined {
  const { data } = z.record(z.string(), z.string()).safeParse(params)
  if (!data) return [400, 'template_params has to be an object of texts']
  const keys = isNewsletter ? known.newsletter : known.contact
  const odd = [...keys.filter((key) => !(key in data)), ...Object.keys(data).filter((key) => !keys.includes(key))]
  return odd.length > 0 ? [400, `template_params: ${odd.join(', ')}`] : undefined
}

function refusalOf(when: string): [number, string] | undefined {
  const refusal = refusals.find((one) => one.when === when)
  return refusal && [refusal.status, refusal.body]
}
