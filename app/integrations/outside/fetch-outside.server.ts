import { lookup as systemLookup } from 'node:dns'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { decompress } from './decompress.server.ts'
import { isPublicAddress } from './public-address.server.ts'

export type OutsideFailure =
  | 'bad-url'
  | 'refused-address'
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  /** The compressed body could not be read. */
  | 'garbled'

export type OutsideAnswer =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer; url: string }
  | { ok: false; reason: OutsideFailure }

export type OutsideOptions = {
  /** Origins that the operator configured; they may be anywhere, this machine included. All others must be public. */
  trusted?: readonly string[]
  /** For the first origin only: a redirect elsewhere must not carry a key along. */
  headers?: Record<string, string> | undefined
  /** For everything together: name lookup, redirects and body. */
  timeoutMs: number
  /** Of the body, decompressed. */
  mostBytes: number
  lookup?: LookupFunction
}

const mostRedirects = 5

/** GET of an address outside this program. An answer with any status is ok; what went wrong is a value. */
export async function fetchOutside(address: string, options: OutsideOptions): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  const start = webAddress(address)
  if (!start) return failed('bad-url')
  let url = start
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const headers = url.origin === start.origin ? options.headers : undefined
    const answer = await visit(url, { ...options, headers }, signal)
    if (!answer.ok || !('location' in answer)) return answer
    const next = webAddress(answer.location, url)
    if (!next) return failed('bad-url')
    url = next
  }
  return failed('too-many-redirects')
}

const failed = (reason: OutsideFailure) => ({ ok: false, reason }) as const

function webAddress(address: string, base?: URL) {
  const url = URL.parse(address, base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined
}

type Visit = OutsideAnswer | { ok: true; location: string }

async function visit(url: URL, options: OutsideOptions, signal: AbortSignal): Promise<Visit> {
  const trusted = options.trusted?.includes(url.origin) ?? false
  const guard = createGuard(options.lookup ?? systemLookup)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address is connected to without any lookup.
  if (!trusted && isIP(literal) && !isPublicAddress(literal)) return failed('refused-address')
  try {
    const lookup = trusted ? options.lookup : guard.lookup
    const response = await request(url, { headers: options.headers, lookup, signal })
    return await readAnswer(url, response, options.mostBytes)
  } catch {
    if (guard.hasRefused()) return failed('refused-address')
    return failed(signal.aborted ? 'timeout' : 'unreachable')
  }
}

function request(url: URL, { headers, ...options }: Pick<http.RequestOptions, 'headers' | 'lookup' | 'signal'>) {
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise<IncomingMessage>((resolve, reject) => {
    // No agent: a kept connection would skip the lookup, and with it the guard.
    const outgoing = open(url, { ...options, agent: false, headers: { ...ownHeaders, ...headers } })
    outgoing.on('response', resolve).on('error', reject)
    // 'Switching Protocols' is no answer, and without these nothing would ever settle.
    outgoing.on('upgrade', (_, socket) => socket.destroy())
    outgoing.on('close', () => reject(new Error('closed without an answer')))
    outgoing.end()
  })
}

const ownHeaders = { 'user-agent': 'clinic-site', 'accept-encoding': 'gzip, br, deflate' }

async function readAnswer(url: URL, response: IncomingMessage, mostBytes: number): Promise<Visit> {
  const { statusCode: status = 0, headers } = response
  if (redirectStatuses.has(status) && headers.location) {
    response.destroy()
    return { ok: true, location: headers.location }
  }
  const raw = await readAtMost(response, mostBytes)
  if (!raw) return failed('too-large')
  const body = await decompress(raw, headers['content-encoding'], mostBytes)
  if (typeof body === 'string') return failed(body)
  return { ok: true, status, headers, body, url: url.href }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

async function readAtMost(response: IncomingMessage, mostBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Checks the very addresses that the connection is then made to, so a name that answers differently
 * the second time gains nothing. One closed address among several is enough to refuse.
 */
function createGuard(lookup: LookupFunction) {
  let refused = false
  const guarded: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const [first] = addresses
      refused = !first || !addresses.every(({ address }) => isPublicAddress(address))
      if (!first || refused) return callback(new Error('not a public address'), '')
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  return { lookup: guarded, hasRefused: () => refused }
}
