import type { RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from './context.ts'
import { cookieNames, makeCookie, readCookie } from './cookies.ts'

/** What a page says once, after the redirect that follows a post. The cookie holds only this name, never text. */
const flashes = ['newsletter-subscribed', 'message-sent', 'order-placed'] as const
export type Flash = (typeof flashes)[number]

type Context = Readonly<RouterContextProvider>

/** Long enough for the redirect to arrive over a bad connection. */
const lifetimeSeconds = 60

export function setFlash(context: Context, flash: Flash) {
  const { secure } = context.get(servicesContext).config
  context.get(pageContext).setCookie(makeCookie(cookieNames.flash, flash, { secure, maxAge: lifetimeSeconds }))
}

/** The flash of this visitor, if it is one of `mine`; reading uses it up. */
export function takeFlash(request: Request, context: Context, mine: readonly Flash[]): Flash | undefined {
  const page = context.get(pageContext)
  const flash = mine.find((name) => name === readCookie(request, cookieNames.flash))
  if (!flash || page.isPrefetch) return undefined
  const { secure } = context.get(servicesContext).config
  page.setCookie(makeCookie(cookieNames.flash, '', { secure, maxAge: 0 }))
  return flash
}
