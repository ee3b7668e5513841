import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, onTestFinished } from 'vitest'
import { until } from './timing.ts'
import { portOf } from './connections.ts'
import { type DatabaseKind, startSiteOn } from './databases.ts'
import { createServer, type Socket } from 'node:net'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { relayContract, type Answer } from './hosted-services.ts'

type AtEnd = (close: () => void) => void

export type MailServer = Awaited<ReturnType<typeof receivingMailServer>>

/** A mail server that accepts everything, until the end of a test, or as `until` says. */
export async function receivingMailServer({ until: atEnd = onTestFinished }: { until?: AtEnd } = {}) {
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  atEnd(() => void smtp.close())
  return {
    url: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    received,
    /** Waits for email number `count`. */
    async email(count: number) {
      await until(async () => received.length >= count || undefined)
      return PostalMime.parse(received[count - 1] ?? '')
    },
  }
}

export type MailingSite = Awaited<ReturnType<typeof startMailingSite>>

/** A site and the mail server that receives its emails, until the tests of this file are over. */
export async function startMailingSite(kind: DatabaseKind, settings: Record<string, string> = {}) {
  const mail = await receivingMailServer({ until: afterAll })
  const site = await startSiteOn(kind, {
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    ABUSE_LIMITS: 'off',
    ...settings,
  })
  return { mail, site }
}

type Stage = 'greeting' | 'EHLO' | 'HELO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'RSET' | 'QUIT'

/** A response of the server: a line, silence, a response that never ends, or hanging up. */
type Say = string | typeof silence | typeof drip | typeof hangUp
export const silence = Symbol('silence')
export const drip = Symbol('drip')
export const hangUp = Symbol('hang up')

type Script = Partial<Record<Stage, Say | (() => Say)>> & {
  /** Hangs up at the first line of the message body. */
  hangUpInBody?: boolean
}

const willing: Record<Stage, string> = {
  greeting: '220 ready',
  EHLO: '250-hello\r\n250-PIPELINING\r\n250 AUTH PLAIN',
  HELO: '250 hello',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  body: '250 taken',
  RSET: '250 ok',
  QUIT: '221 bye',
}

/** A mail server that follows a script at some stages and accepts everything at the others. */
export async function startScriptedSmtp(script: Script = {}) {
  const sockets = new Set<Socket>()
  const received: string[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, script, (message) => received.push(message))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  return {
    port,
    received,
    connections: () => sockets.size,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function converse(socket: Socket, script: Script, take: (message: string) => void) {
  let body: string | undefined
  let rest = ''
  let hasRecipient = false
  const say = (stage: Stage) => {
    const scripted = script[stage] ?? (stage === 'DATA' && !hasRecipient ? '503 no recipient' : willing[stage])
    const answer = typeof scripted === 'function' ? scripted() : scripted
    if (answer === hangUp) socket.destroy()
    else if (answer === drip) dripInto(socket)
    else if (answer !== silence) socket.write(`${String(answer)}\r\n`)
    if (stage === 'MAIL' || stage === 'RCPT') hasRecipient = stage === 'RCPT' && String(answer).startsWith('2')
    return answer
  }
  say('greeting')
  socket.on('data', (bytes) => {
    rest += bytes.toString()
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (body === undefined) {
        const stage = line.split(/[ :]/)[0]?.toUpperCase() as Stage
        if (say(stage) === willing.DATA && stage === 'DATA') body = ''
      } else if (line === '.') {
        if (say('body') === willing.body) take(body)
        body = undefined
      } else {
        body += `${line}\r\n`
        if (script.hangUpInBody) socket.destroy()
      }
    }
  })
}

function dripInto(socket: Socket) {
  const timer = setInterval(() => socket.write('250-wait\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}

/** A mail server that permanently rejects the addresses in `refuses`, and can hold emails until `opens` resolves. */
export async function startRefusingMailServer(refuses: string[]) {
  const received: { to: string; text: string }[] = []
  const manners = { refuses, opens: Promise.resolve() }
  let heldFrom = 1
  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      if (!manners.refuses.includes(address)) return done()
      done(Object.assign(new Error('no mailbox of this name'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
      stream.on('end', async () => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', text })
        if (received.length >= heldFrom) await manners.opens
        done()
      })
    },
  })
  // Broken connections are expected.
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const url = `smtp://127.0.0.1:${portOf(smtp.server)}`
  return {
    url,
    received,
    manners,
    /** Holds every email from this number on, until the returned function is called. */
    hold(from = 1) {
      let open = () => {}
      heldFrom = from
      manners.opens = new Promise((resolve) => (open = resolve))
      return open
    },
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

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
  const server = createHttpServer(async (request, response) => {
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
