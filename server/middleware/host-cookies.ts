import { cookieNames, hostPrefix } from '#app/http/cookies.ts'
import { draftLifeMs } from '#app/domain/booking/drafts.server.ts'
import { cartCookieSeconds } from '#app/domain/cart/cart-cookie.server.ts'

/**
 * Behind https every cookie of ours and of the sign-in library is named `__Host-…` on its way: no other site under the
 * same domain, and nobody on a line without https, can set one of these. Inside they have their plain names.
 */
export function withPlainCookies(request: Request, secure: boolean): Request {
  const header = request.headers.get('Cookie')
  if (!secure || header === null) return request
  const headers = new Headers(request.headers)
  headers.set('Cookie', plainCookies(header, secure))
  return new Request(request, { headers })
}

/** Without https the header as it came. */
function plainCookies(header: string, secure: boolean) {
  if (!secure) return header
  const pairs = pairsOf(header)
  const isTaken = ({ name }: Pair) => name.startsWith(hostPrefix) || (!shortLived.has(name) && !hasBoth(pairs, name))
  return pairs
    .filter(isTaken)
    .map(({ name, value }) => `${name.replace(hostPrefix, '')}=${value}`)
    .join('; ')
}

/** A Set-Cookie value as it leaves us. */
export const hostCookie = (cookie: string, secure: boolean) => (secure ? hostPrefix + cookie : cookie)

const month = 30 * 24 * 60 * 60

/**
 * What browsers hold from before, under its plain name: taken once, and kept under the other one from then on. The one of
 * a known device is read until its next sign-in gives it the new name: renewing it would keep pages uncached for it.
 */
const renewed = new Map<string, number>([
  [cookieNames.session, month],
  [cookieNames.cart, cartCookieSeconds],
  [cookieNames.bookingDraft, draftLifeMs / 1000],
])
/** Under its plain name anybody may have set it, and nobody misses it for long. */
const shortLived = new Set<string>([cookieNames.flash, 'second-factor'])

/** Set-Cookie values that give a browser the new names in place of the plain ones. */
export function renewedCookies(header: string | null, secure: boolean): string[] {
  if (!secure || header === null) return []
  const pairs = pairsOf(header)
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

const pairsOf = (header: string): Pair[] =>
  header.split(';').flatMap((text) => {
    const at = text.indexOf('=')
    return at < 0 ? [] : [{ name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }]
  })
