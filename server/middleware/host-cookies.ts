import { cookieNames, hostPrefix } from '#app/http/cookies.ts'
import { draftLifeMs } from '#app/domain/booking/drafts.server.ts'
import { cartCookieSeconds } from '#app/domain/cart/cart-cookie.server.ts'

/**
 * Over https every cookie is named `__Host-…`, so that no other site under the same domain, and no attacker on an http
 * connection, can set one. Inside the app cookies have their plain names.
 */
export function withPlainCookies(request: Request, secure: boolean): Request {
  const header = request.headers.get('Cookie')
  if (!secure || header === null) return request
  const headers = new Headers(request.headers)
  headers.set('Cookie', toPlainCookies(header))
  return new Request(request, { headers })
}

function toPlainCookies(header: string) {
  const pairs = parseCookies(header)
  const isTrusted = ({ name }: Pair) => name.startsWith(hostPrefix) || (!shortLived.has(name) && !hasBoth(pairs, name))
  return pairs
    .filter(isTrusted)
    .map(({ name, value }) => `${name.replace(hostPrefix, '')}=${value}`)
    .join('; ')
}

export const hostCookie = (cookie: string, secure: boolean) => (secure ? hostPrefix + cookie : cookie)

const month = 30 * 24 * 60 * 60

/**
 * Cookies with plain names from earlier versions: read once, then renamed. The cookie of a known device is not renamed
 * until its next sign-in, because renaming it would keep its pages uncached.
 */
const renewed = new Map<string, number>([
  [cookieNames.session, month],
  [cookieNames.cart, cartCookieSeconds],
  [cookieNames.bookingDraft, draftLifeMs / 1000],
])
/** Under a plain name an attacker may have set it, and it is soon replaced anyway. */
const shortLived = new Set<string>([cookieNames.flash, 'second-factor', 'passkey'])

/** Set-Cookie values that rename a browser's plain cookies. */
export function renewedCookies(header: string | null, secure: boolean): string[] {
  if (!secure || header === null) return []
  const pairs = parseCookies(header)
  return pairs
    .filter(({ name }) => renewed.has(name))
    .flatMap(({ name, value }) => [
      ...(hasBoth(pairs, name) ? [] : [`${hostPrefix}${name}=${value}; Max-Age=${renewed.get(name)}; ${ours}`]),
      `${name}=; Max-Age=0; ${ours}`,
    ])
}

const ours = 'Path=/; HttpOnly; Secure; SameSite=Lax'

type Pair = { name: string; value: string }

const hasBoth = (pairs: Pair[], name: string) => pairs.some((pair) => pair.name === hostPrefix + name)

const parseCookies = (header: string): Pair[] =>
  header.split(';').flatMap((text) => {
    const at = text.indexOf('=')
    return at < 0 ? [] : [{ name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }]
  })
