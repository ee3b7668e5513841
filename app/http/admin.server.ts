import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import { isAdmin } from '#app/domain/accounts/admin.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { serviceUnavailable } from './service-unavailable.server.ts'
import { tryLoad } from './load.ts'
import { rejectedRequest } from './rejected-request.server.ts'
import { requireWorkingDay } from './step-up.server.ts'
import { getSignedIn } from './viewer.server.ts'

/** The only page that opens while two-factor authentication is required but missing, or the password alone is too short. */
const securityAddress = '/admin/security'

const actorContext = createContext<Actor>()

/**
 * Lets only the admin in (product decisions, 'Admin redirect'). Other people who open a page are redirected home. A post
 * or a script's request after the session has ended gets 403, and 503 while the database is down, so that the typed
 * values are not lost.
 */
export const requireAdmin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { config, signIn } = context.get(servicesContext)
  const { clientAddress, isDataRequest, showInstead, doNotStore } = context.get(pageContext)
  doNotStore()
  const loaded = await tryLoad(context, async () => ({ who: await getSignedIn(request, context) }))
  if (!loaded) return serviceUnavailable(request, context)
  const { who } = loaded
  if (!who || !isAdmin(who, config.admin.email)) {
    if (['GET', 'HEAD'].includes(request.method) && !isDataRequest) throw redirect('/')
    showInstead(await rejectedRequest(request))
    return new Response(null, { status: 403 })
  }
  const actor = { who: who.accountId, from: clientAddress }
  context.set(actorContext, actor)
  const locked = await requireWorkingDay(request, context, who, actor)
  if (locked) return locked
  const { pathname } = new URL(request.url)
  if (!who.hasSecondFactor && pathname !== securityAddress) {
    if (config.admin.mustHaveSecondFactor) throw redirect(securityAddress, 303)
    // An account that became the admin's through ADMIN_EMAIL may still have a visitor's short password.
    const safe = await tryLoad(context, async () => ({ isLong: await signIn.hasLongPassword(who.accountId) }))
    if (!safe) return serviceUnavailable(request, context)
    if (safe.isLong === false) throw redirect(securityAddress, 303)
  }
  return next()
}

/** For the audit trail; only below the admin's layout. */
export const getActor = (context: RequestContext): Actor => context.get(actorContext)
