import { parse, serialize } from 'hono/utils/cookie'
import { hasControls } from '#app/domain/shared/control-characters.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'

/**
 * The cookies that change what a page shows. A request that carries one of them is rendered for its visitor
 * and never answered from the page cache; every other cookie is ignored.
 */
export const cookieNames = {
  cart: 'cart',
  session: sessionCookie,
  bookingDraft: 'booking-draft',
  flash: 'flash',
} as const

/** Says that somebody signed in here before; no page shows it. */
export const deviceCookie = 'device'

type CookieName = (typeof cookieNames)[keyof typeof cookieNames] | typeof deviceCookie

/** Begins the names of all of them behind https, where browsers hold them (server/middleware/host-cookies.ts). */
export const hostPrefix = '__Host-'

const matters = new Set<string>(Object.values(cookieNames).flatMap((name) => [name, hostPrefix + name]))

/** Whether the Cookie header holds one of the cookies that matter. */
export function hasCookieThatMatters(header: string | undefined) {
  if (!header) return false
  return header.split(';').some((pair) => matters.has(pair.slice(0, pair.indexOf('=')).trim()))
}

export const readCookie = (request: Request, name: CookieName): string | undefined =>
  oneOfOurs(parse(request.headers.get('Cookie') ?? '', name)[name])

/** No value of ours has such a character, and a database may choke on it. */
const oneOfOurs = (value: string | undefined) => (value === undefined || hasControls(value) ? undefined : value)

/** A Set-Cookie value that scripts cannot read and other sites' posts do not carry. */
export const makeCookie = (name: CookieName, value: string, { secure, maxAge }: { secure: boolean; maxAge: number }) =>
  serialize(name, value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge })
