import { lookup as systemLookup } from 'node:dns'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { decompress } from './decompress.server.ts'
import { isPublicAddress } from './public-address.server.ts'

export type OutsideFailure =
  | 'bad-url'
  | 'refused-address'
  | 'not-https'
  | 'unreachable'
  | 'expired-certificate'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  /** The compressed body could not be read. */
  | 'garbled'

export type OutsideAnswer =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer; url: string }
  | { ok: false; reason: OutsideFailure }

export type OutsideOptions = {
  /** Origins from the settings, which may be in a private network. All others must be public. */
  trusted?: readonly string[]
  /** Nothing leaves unencrypted, but to trusted origins: for addresses with secrets. */
  httpsOnly?: boolean
  /** GET by default; kept by redirects. */
  method?: string
  body?: string | undefined
  /** With 0, a redirect is the answer. */
  maxRedirects?: number
  /** Sent only to the first origin: a redirect must not leak a key. */
  headers?: Record<string, string> | undefined
  /** In total, for name lookup, redirects and body. */
  timeoutMs: number
  /** Of the body, decompressed. */
  maxBytes: number
  lookup?: LookupFunction
}

/** Asks for a URL outside this program. A response with any status is ok; a failure is a value. */
export async function fetchOutside(address: string, options: OutsideOptions): Promise<OutsideAnswer> {
  const { maxRedirects = 5 } = options
  const signal = AbortSignal.timeout(options.timeoutMs)
  const start = parseHttpUrl(address)
  if (!start) return fail('bad-url')
  let url = start
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const headers = url.origin === start.origin ? options.headers : undefined
    const answer = await fetchOnce(url, { ...options, headers, maxRedirects }, signal)
    if (!answer.ok || !('location' in answer)) return answer
    const next = parseHttpUrl(answer.location, url)
    if (!next) return fail('bad-url')
    url = next
  }
  return fail('too-many-redirects')
}

const fail = (reason: OutsideFailure) => ({ ok: false, reason }) as const

function parseHttpUrl(address: string, base?: URL) {
  const url = URL.parse(address, base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined
}

type FetchStep = OutsideAnswer | { ok: true; location: string }

async function fetchOnce(url: URL, options: OutsideOptions, signal: AbortSignal): Promise<FetchStep> {
  const trusted = options.trusted?.includes(url.origin) ?? false
  if (options.httpsOnly && !trusted && url.protocol !== 'https:') return fail('not-https')
  const guard = createPublicLookup(options.lookup ?? systemLookup)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // A literal address needs no lookup.
  if (!trusted && isIP(literal) && !isPublicAddress(literal)) return fail('refused-address')
  try {
    const lookup = trusted ? options.lookup : guard.lookup
    const response = await request(url, { ...options, lookup, signal })
    return await readAnswer(url, response, options)
  } catch (error) {
    if (guard.hasRejected()) return fail('refused-address')
    if ((error as NodeJS.ErrnoException).code === 'CERT_HAS_EXPIRED') return fail('expired-certificate')
    return fail(signal.aborted ? 'timeout' : 'unreachable')
  }
}

type Sent = Pick<OutsideOptions, 'headers' | 'method' | 'body' | 'lookup'> & { signal: AbortSignal }

function request(url: URL, { headers, method = 'GET', body, lookup, signal }: Sent) {
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise<IncomingMessage>((resolve, reject) => {
    // No agent: a reused connection would skip the lookup, and with it the check.
    const options = { method, lookup, signal, agent: false, headers: { ...defaultHeaders, ...headers } }
    const outgoing = open(url, options)
    outgoing.on('response', resolve).on('error', reject)
    // Without these listeners a '101 Switching Protocols' would never settle the promise.
    outgoing.on('upgrade', (_, socket) => socket.destroy())
    outgoing.on('close', () => reject(new Error('closed without an answer')))
    outgoing.end(body)
  })
}

const defaultHeaders = { 'user-agent': 'clinic-site', 'accept-encoding': 'gzip, br, deflate' }

async function readAnswer(
  url: URL,
  response: IncomingMessage,
  { maxBytes, maxRedirects }: OutsideOptions,
): Promise<FetchStep> {
  const { statusCode: status = 0, headers } = response
  if (redirectStatuses.has(status) && headers.location && maxRedirects !== 0) {
    response.destroy()
    return { ok: true, location: headers.location }
  }
  const raw = await readBody(response, maxBytes)
  if (!raw) return fail('too-large')
  const body = await decompress(raw, headers['content-encoding'], maxBytes)
  if (typeof body === 'string') return fail(body)
  return { ok: true, status, headers, body, url: url.href }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

async function readBody(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * A lookup that rejects private addresses. It checks the same addresses that the connection uses, which prevents DNS
 * rebinding. One private address among several is enough to reject the name.
 */
function createPublicLookup(lookup: LookupFunction) {
  let rejected = false
  const guarded: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const [first] = addresses
      rejected = !first || !addresses.every(({ address }) => isPublicAddress(address))
      if (!first || rejected) return callback(new Error('not a public address'), '')
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  return { lookup: guarded, hasRejected: () => rejected }
}
