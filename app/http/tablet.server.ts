import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { tabletPath } from '#app/domain/shared/go-to-tablet.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { clearCookie, cookieNames, readCookie, setCookie } from './cookies.ts'

const purpose = 'tablet'
/** In days nobody has forgotten whose device it is; without the cookie it is signed in to nothing. */
const lifeSeconds = 7 * 24 * 60 * 60

/** All that a device in a patient's hands opens. */
const opened = new Set([
  ...['tablet', 'tablet/staff', 'tablet/draft', 'tablet/forms/:form', 'tablet.js', 'draw-signature.js'],
  ...['login/challenge', 'visitor'],
])

/** The session of this device, if staff handed it to a patient. */
export function readTablet(request: Request, context: RequestContext): string | undefined {
  const cookie = readCookie(request, cookieNames.tablet)
  return cookie === undefined ? undefined : context.get(servicesContext).signer.verify(purpose, cookie)
}

export const setTablet = (context: RequestContext, id: string) =>
  setCookie(context, cookieNames.tablet, context.get(servicesContext).signer.sign(purpose, id), lifeSeconds)

export const clearTablet = (context: RequestContext) => clearCookie(context, cookieNames.tablet)

/** Every other address leads to the form. Asks no database: the cookie alone keeps the device there. */
export const keepOnTablet: MiddlewareFunction<Response> = ({ request, context, pattern }, next) => {
  if (opened.has(pattern.replace(/^\//, '')) || readTablet(request, context) === undefined) return next()
  context.get(pageContext).doNotStore()
  throw redirectDocument(tabletPath, 303)
}
