import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import { isAdmin } from '#app/domain/accounts/admin.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { serviceUnavailable } from './service-unavailable.server.ts'
import { tryLoad } from './load.ts'
import { rejectedRequest } from './rejected-request.server.ts'
import { requireWorkingDay } from './step-up.server.ts'
import { getSignedIn } from './viewer.server.ts'

/** Says what the specification wants said, with status 403, and gives back what was typed. */
const deniedAddress = '/access-denied'

/** Where a second factor is set up; nothing else opens before if one is required, or if the password alone is too short. */
const securityAddress = '/admin/security'

const actorContext = createContext<Actor>()

/**
 * Lets only the admin in (product decisions, 'Admin redirect'): anyone else who opens a page is led home; a post or a
 * script's request from a dashboard whose sign-in has ended is refused with 403, so that what was typed is not lost. For
 * the same reason 503 while the database does not say who it is.
 */
export const requireAdmin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { config, signIn } = context.get(servicesContext)
  const { clientAddress, isDataRequest, showInstead } = context.get(pageContext)
  const read = await tryLoad(context, async () => ({ who: await getSignedIn(request, context) }))
  if (!read) return serviceUnavailable(request, context)
  const { who } = read
  if (!who || !isAdmin(who, config.admin.email)) {
    if (['GET', 'HEAD'].includes(request.method) && !isDataRequest) throw redirect('/')
    showInstead(deniedAddress, await rejectedRequest(request))
    return new Response(null, { status: 403 })
  }
  const actor = { who: who.accountId, from: clientAddress }
  context.set(actorContext, actor)
  const asked = await requireWorkingDay(request, context, who, actor)
  if (asked) return asked
  const { pathname } = new URL(request.url)
  if (!who.hasSecondFactor && pathname !== securityAddress) {
    if (config.admin.mustHaveSecondFactor) throw redirect(securityAddress, 303)
    // An account that became the admin's by ADMIN_EMAIL may have a password that does for a visitor only.
    const safe = await tryLoad(context, async () => ({ isLong: await signIn.hasLongPassword(who.accountId) }))
    if (!safe) return serviceUnavailable(request, context)
    if (safe.isLong === false) throw redirect(securityAddress, 303)
  }
  return next()
}

/** Who acts, for the audit trail; below the admin's layout only. */
export const getActor = (context: RequestContext): Actor => context.get(actorContext)

export { requireFreshStepUp } from './step-up.server.ts'
