import type { Config } from '#app/config.server.ts'

type Trust = Pick<Config, 'trustedProxies' | 'publicOrigin'>

/**
 * The request with the address the visitor's browser used. React Router compares a form's Origin header with it,
 * scheme included; behind a proxy that ends TLS the bare request says http.
 */
export function withPublicUrl(request: Request, trust: Trust): Request {
  const url = new URL(request.url)
  const origin = publicOrigin(request.headers, url, trust)
  if (origin === url.origin) return request
  return new Request(`${origin}${url.pathname}${url.search}`, request)
}

/** Nothing is believed that the visitor could have written: only the values of the proxies we were told to trust. */
function publicOrigin(headers: Headers, url: URL, { trustedProxies, publicOrigin: configured }: Trust) {
  const proto = fromProxy(headers.get('X-Forwarded-Proto'), trustedProxies)
  const host = fromProxy(headers.get('X-Forwarded-Host'), trustedProxies) ?? url.host
  const scheme =
    proto === 'https' || proto === 'http' ? proto : (schemeOf(host, configured) ?? url.protocol.slice(0, -1))
  return URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`).origin : url.origin
}

/** Under the host of PUBLIC_URL the scheme is the one of PUBLIC_URL, whatever the proxy forgot to say. */
function schemeOf(host: string, configured: string) {
  const known = new URL(configured)
  return known.host === host ? known.protocol.slice(0, -1) : undefined
}

/** The visitor's address: the socket's, or the one the outermost trusted proxy saw. */
export function clientAddressOf(headers: Headers, socketAddress: string | undefined, { trustedProxies }: Trust) {
  return fromProxy(headers.get('X-Forwarded-For'), trustedProxies) ?? socketAddress ?? 'unknown'
}

/** Each proxy appends to the list; what stands further left than our proxies wrote is the visitor's own claim. */
function fromProxy(header: string | null, trustedProxies: number) {
  if (!header || trustedProxies === 0) return undefined
  const values = header.split(',').map((value) => value.trim())
  return values[Math.max(0, values.length - trustedProxies)] || undefined
}

/** Whether a post comes from a page of another site. Programs send no Origin; every browser does. */
export function isFromElsewhere(request: Request) {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const origin = request.headers.get('Origin')
  return origin !== null && origin !== new URL(request.url).origin
}
