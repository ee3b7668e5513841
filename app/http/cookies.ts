import { parse, serialize } from 'hono/utils/cookie'
import { hasControls } from '#app/domain/shared/control-characters.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'

/** The cookies that change what a page shows: a request with one of them is never answered from the page cache. */
export const cookieNames = {
  cart: 'cart',
  session: sessionCookie,
  bookingDraft: 'booking-draft',
  flash: 'flash',
  /** Of a device that staff handed to a patient. */
  tablet: 'tablet',
} as const

/** Set after a sign-in; no page shows it. */
export const deviceCookie = 'device'

/** Opens a person's own data for a few minutes; its pages are never stored. */
export const dataCookie = 'my-data'

/** Set when a form is sent, for its copy; the page that shows the button is stored by no cache. */
export const formCopyCookie = 'form-copy'

/** Set on the way to the payment provider; the page it leads back to is never stored. */
export const payingCookie = 'paying'

/** Set by the login page: a browser that sends the page's form without it keeps no cookies. */
export const keptCookie = 'kept'

type CookieName =
  | (typeof cookieNames)[keyof typeof cookieNames]
  | typeof deviceCookie
  | typeof dataCookie
  | typeof formCopyCookie
  | typeof payingCookie
  | typeof keptCookie

/** Prefix of every cookie behind https (server/middleware/host-cookies.ts). */
export const hostPrefix = '__Host-'

const matters = new Set<string>(Object.values(cookieNames).flatMap((name) => [name, hostPrefix + name]))

export function hasCookieThatMatters(header: string | undefined) {
  if (!header) return false
  return header.split(';').some((pair) => matters.has(pair.slice(0, pair.indexOf('=')).trim()))
}

/** Values with control characters are forged, and PostgreSQL throws on some of them. */
export function readCookie(request: Request, name: CookieName): string | undefined {
  const value = parse(request.headers.get('Cookie') ?? '', name)[name]
  return value === undefined || hasControls(value) ? undefined : value
}

/** Hidden from scripts and not sent with other sites' posts. */
export function setCookie(context: RequestContext, name: CookieName, value: string, maxAge: number) {
  const { secure } = context.get(servicesContext).config
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge } as const
  context.get(pageContext).setCookie(serialize(name, value, options))
}

export const clearCookie = (context: RequestContext, name: CookieName) => setCookie(context, name, '', 0)
