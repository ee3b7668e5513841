import { randomUUID } from 'node:crypto'
import type { LoginClient } from '#app/domain/accounts/login-attempts.server.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { deviceCookie, makeCookie, readCookie } from './cookies.ts'
import { emailFingerprint, clientFingerprint } from './client-fingerprint.ts'

const purpose = 'known device'
const year = 365 * 24 * 60 * 60

/** Who tries a password for this address; undefined while ABUSE_LIMITS is off. */
export function getLoginClient(request: Request, context: RequestContext, email: string): LoginClient | undefined {
  const sender = clientFingerprint(context, email)
  const isAdmin = email === context.get(servicesContext).config.admin.email
  return sender && { ...sender, isAdmin, device: deviceFor(request, context, email) }
}

/** After somebody signed in here: strangers' tries elsewhere do not keep them waiting in this browser. */
export function rememberDevice(request: Request, context: RequestContext, email: string) {
  const { signer, config } = context.get(servicesContext)
  const device = deviceFor(request, context, email) ?? randomUUID()
  const value = signer.sign(purpose, `${emailFingerprint(context, email)}:${device}`)
  context.get(pageContext).setCookie(makeCookie(deviceCookie, value, { secure: config.secure, maxAge: year }))
}

/** Another address's cookie counts for nothing, so one account of a stranger's own gives no free tries. */
function deviceFor(request: Request, context: RequestContext, email: string) {
  const { signer } = context.get(servicesContext)
  const [address, device] = signer.verify(purpose, readCookie(request, deviceCookie) ?? '')?.split(':') ?? []
  return address === emailFingerprint(context, email) ? device : undefined
}
