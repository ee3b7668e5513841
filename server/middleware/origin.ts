import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { replaceControls } from '#app/domain/shared/control-characters.ts'
import type { Config } from '#app/config.server.ts'

type Trust = Pick<Config, 'trustedProxies' | 'publicOrigin'>

/**
 * The request with the address the visitor's browser used. React Router compares a form's Origin header with it,
 * scheme included; behind a proxy that ends TLS the bare request says http. Its query has no control characters.
 */
export function withPublicUrl(request: Request, trust: Trust): Request {
  const url = new URL(request.url)
  const origin = publicOrigin(request.headers, url, trust)
  const search = replaceControls(url.search)
  if (origin === url.origin && search === url.search) return request
  return new Request(`${origin}${url.pathname}${search}`, request)
}

/** Nothing is believed that the visitor could have written: only the values of the proxies we were told to trust. */
function publicOrigin(headers: Headers, url: URL, { trustedProxies, publicOrigin: configured }: Trust) {
  // Whose page is under PUBLIC_URL came by it, whatever a proxy put in the place of Host. No page of others can say so.
  if (headers.get('Origin') === configured) return configured
  const proto = fromProxy(headers.get('X-Forwarded-Proto'), trustedProxies)
  const host = fromProxy(headers.get('X-Forwarded-Host'), trustedProxies) ?? url.host
  const scheme =
    proto === 'https' || proto === 'http' ? proto : (schemeOf(host, configured) ?? url.protocol.slice(0, -1))
  return URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`).origin : url.origin
}

/** Under the host of PUBLIC_URL the scheme is the one of PUBLIC_URL, whatever the proxy forgot to say. */
function schemeOf(host: string, configured: string) {
  const { protocol } = new URL(configured)
  // Some proxies name the default port, which a browser's Origin leaves out.
  const named = URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).origin : undefined
  return named === configured ? protocol.slice(0, -1) : undefined
}

/** The visitor's address: the socket's, or the one the outermost trusted proxy saw. */
export function clientAddressOf(headers: Headers, socketAddress: string | undefined, { trustedProxies }: Trust) {
  const forwarded = appendedByProxy(headers.get('X-Forwarded-For'), trustedProxies)
  return (forwarded && bareAddress(forwarded)) ?? socketAddress ?? 'unknown'
}

/** Without the port that some proxies add; undefined when it is no address. */
function bareAddress(text: string) {
  const plain = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(plain) ? plain : undefined
}

/** What our outermost proxy said of scheme and host; most proxies pass on one value instead of a list. */
function fromProxy(header: string | null, trustedProxies: number) {
  const values = listed(header, trustedProxies)
  return values[Math.max(0, values.length - trustedProxies)]
}

/**
 * Each proxy appends to the list, so what stands further left than our proxies wrote is the visitor's own claim; and
 * with fewer values than proxies all of it may be.
 */
function appendedByProxy(header: string | null, trustedProxies: number) {
  const values = listed(header, trustedProxies)
  return values[values.length - trustedProxies]
}

const listed = (header: string | null, trustedProxies: number) =>
  header && trustedProxies > 0 ? header.split(',').map((value) => value.trim()) : []

/**
 * Whether a post comes from a page of another site. Every browser says so in one of the two headers; programs, such as
 * a mail provider's that unsubscribes somebody (RFC 8058), send neither.
 */
export function isFromElsewhere({ method, headers }: Request, url: URL) {
  if (method === 'GET' || method === 'HEAD') return false
  const origin = headers.get('Origin')
  if (origin !== null) return origin !== url.origin
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}

/**
 * Two hosts, or an empty one: servers behind one another could each believe another one (RFC 9112, 3.2). HTTP/1.0, which
 * some load balancers use for health checks, has none; in HTTP/1.1 Node rejects that itself.
 */
export function hasOneHost({ rawHeaders }: IncomingMessage) {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]!))
  return hosts.length <= 1 && hosts[0]?.trim() !== ''
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'
