import { randomUUID } from 'node:crypto'
import type { LoginClient } from '#app/domain/accounts/login-attempts.server.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { deviceCookie, readCookie, setCookie } from './cookies.ts'
import { emailFingerprint, clientFingerprint } from './client-fingerprint.ts'

const purpose = 'known device'
const year = 365 * 24 * 60 * 60

/** Undefined while ABUSE_LIMITS is off. */
export function getLoginClient(request: Request, context: RequestContext, email: string): LoginClient | undefined {
  const sender = clientFingerprint(context, email)
  const isAdmin = email === context.get(servicesContext).config.admin.email
  return sender && { ...sender, isAdmin, device: findDevice(request, context, email) }
}

/** After a sign-in: strangers' attempts elsewhere no longer delay this browser. */
export function rememberDevice(request: Request, context: RequestContext, email: string) {
  const { signer } = context.get(servicesContext)
  const device = findDevice(request, context, email) ?? randomUUID()
  const value = signer.sign(purpose, `${emailFingerprint(context, email)}:${device}`)
  setCookie(context, deviceCookie, value, year)
}

/** Only a cookie of the same address counts, so that a stranger's own account gives no free attempts. */
function findDevice(request: Request, context: RequestContext, email: string) {
  const { signer } = context.get(servicesContext)
  const [address, device] = signer.verify(purpose, readCookie(request, deviceCookie) ?? '')?.split(':') ?? []
  return address === emailFingerprint(context, email) ? device : undefined
}
