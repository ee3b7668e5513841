import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { replaceControls } from '#app/domain/shared/control-characters.ts'
import type { Config } from '#app/config.server.ts'

type Trust = Pick<Config, 'trustedProxies' | 'publicOrigin'>

/**
 * The request with the URL that the visitor's browser used, without control characters in its query. React Router compares
 * a form's Origin header with it; behind a proxy that ends TLS the scheme of the bare request is http.
 */
export function withPublicUrl(request: Request, trust: Trust): Request {
  const url = new URL(request.url)
  const origin = publicOrigin(request.headers, url, trust)
  const search = replaceControls(url.search)
  if (origin === url.origin && search === url.search) return request
  return new Request(`${origin}${url.pathname}${search}`, request)
}

/** Trusts only header values that trusted proxies wrote. */
function publicOrigin(headers: Headers, url: URL, { trustedProxies, publicOrigin: configured }: Trust) {
  // A browser sends this Origin only from a page under PUBLIC_URL, whatever Host a proxy sends.
  if (headers.get('Origin') === configured) return configured
  const proto = fromProxy(headers.get('X-Forwarded-Proto'), trustedProxies)
  const host = fromProxy(headers.get('X-Forwarded-Host'), trustedProxies) ?? url.host
  const scheme =
    proto === 'https' || proto === 'http' ? proto : (findScheme(host, configured) ?? url.protocol.slice(0, -1))
  return URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`).origin : url.origin
}

/** For the host of PUBLIC_URL, its scheme, in case the proxy does not send one. */
function findScheme(host: string, configured: string) {
  const { protocol } = new URL(configured)
  // Some proxies name the default port, which a browser's Origin leaves out.
  const named = URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).origin : undefined
  return named === configured ? protocol.slice(0, -1) : undefined
}

/** The visitor's address: the socket's, or the one the outermost trusted proxy saw. */
export function getClientAddress(headers: Headers, socketAddress: string | undefined, { trustedProxies }: Trust) {
  const forwarded = appendedByProxy(headers.get('X-Forwarded-For'), trustedProxies)
  return (forwarded && bareAddress(forwarded)) ?? socketAddress ?? 'unknown'
}

/** Without the port that some proxies add; undefined if it is no IP address. */
function bareAddress(text: string) {
  const plain = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(plain) ? plain : undefined
}

/** The outermost proxy's value of scheme or host; most proxies pass on one value instead of a list. */
function fromProxy(header: string | null, trustedProxies: number) {
  const values = splitHeader(header, trustedProxies)
  return values[Math.max(0, values.length - trustedProxies)]
}

/** Each proxy appends to the list. Values left of those, or all if there are fewer than proxies, may be the client's own. */
function appendedByProxy(header: string | null, trustedProxies: number) {
  const values = splitHeader(header, trustedProxies)
  return values[values.length - trustedProxies]
}

const splitHeader = (header: string | null, trustedProxies: number) =>
  header && trustedProxies > 0 ? header.split(',').map((value) => value.trim()) : []

/**
 * Whether a page of another site sent the post. Every browser sends one of the two headers; programs, such as a mail
 * provider's one-click unsubscribe (RFC 8058), send neither.
 */
export function isCrossSite({ method, headers }: Request, url: URL) {
  if (method === 'GET' || method === 'HEAD') return false
  const origin = headers.get('Origin')
  if (origin !== null) return origin !== url.origin
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}

/**
 * With two Host headers, servers behind one another could each use a different one (RFC 9112, 3.2). None is valid in
 * HTTP/1.0, which some load balancers use for health checks; in HTTP/1.1 Node rejects that itself. Without a version Node
 * takes it for HTTP/0.9, which has neither status nor headers: a proxy in front would take our headers for the page.
 */
export function isWellFormed({ rawHeaders, httpVersion }: IncomingMessage) {
  if (!versions.has(httpVersion)) return false
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]!))
  return hosts.length <= 1 && hosts[0]?.trim() !== ''
}

const versions = new Set(['1.0', '1.1'])

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'
