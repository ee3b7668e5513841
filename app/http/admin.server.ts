import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import type { Access } from '#app/domain/accounts/find-access.server.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { ownBooking } from '#app/domain/booking/own-booking.ts'
import type { PersonResource } from '#app/domain/shared/scope.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { serviceUnavailable } from './service-unavailable.server.ts'
import { tryLoad } from './load.ts'
import { typedFields } from './parse-form.ts'
import { rejectedRequest } from './rejected-request.server.ts'
import { intentOf, mayPost, rolesFor, takesFiles } from './rights.server.ts'
import { firstPage } from './menu.server.ts'
import { opensPage, requireWorkingDay } from './step-up.server.ts'
import { isUpload } from './uploaded-file.server.ts'
import { getSignedIn } from './viewer.server.ts'

/** The only page that opens while two-factor authentication is required but missing, or the password alone is too short. */
const securityAddress = '/admin/security'

/** Who acts, set by `requireStaff`; pages read it with `getActor`. */
export const actorContext = createContext<ScopedActor>()
const staffContext = createContext<Staff>()

/**
 * Lets people in who work here, each where their role may go (product decisions, 'Staff' and 'Admin redirect'). Other
 * people who open a page are redirected home. A post or a script's request after the session has ended gets 403, and 503
 * while the database is down, so that the typed values are not lost.
 */
export const requireStaff: MiddlewareFunction<Response> = async ({ request, context, url, ...route }, next) => {
  const { config, signIn } = context.get(servicesContext)
  const { clientAddress, isDataRequest, showInstead, doNotStore } = context.get(pageContext)
  doNotStore()
  const loaded = await tryLoad(context, async () => ({ who: await getSignedIn(request, context) }))
  if (!loaded) return serviceUnavailable(request, context)
  const { who } = loaded
  if (!who?.access) {
    if (['GET', 'HEAD'].includes(request.method) && !isDataRequest) throw redirect('/')
    showInstead(await rejectedRequest(request))
    return new Response(null, { status: 403 })
  }
  const { role, scope } = who.access
  const readsHealth = mayPost(role, '/admin/appointments/:id', 'health')
  const mayRefund = mayPost(role, '/admin/payments/:id', 'refund')
  const actor = { who: who.accountId, from: clientAddress, scope, readsHealth, mayRefund }
  context.set(actorContext, actor)
  const pattern = `/${route.pattern.replace(/^\//, '')}`
  context.set(staffContext, { role, scope, email: who.email })
  if (scope !== 'everything') narrowServices(context, scope.person)
  const allowed = rolesFor(pattern, await readIntent(request, pattern))
  if (!allowed.includes(role)) {
    // Where links lead that name no page.
    if (pattern === '/admin' && request.method === 'GET' && !isDataRequest) throw redirect(firstPage(role))
    showInstead({ ...(await rejectedRequest(request)), allowed })
    return new Response(null, { status: 403 })
  }
  const locked = await requireWorkingDay(request, context, who, actor)
  if (locked) return locked
  if (!who.hasSecondFactor && url.pathname !== securityAddress) {
    const isEnough = await tryLoad(context, async () => ({
      answer: config.admin.mustHaveSecondFactor
        ? await signIn.hasPasskeys(who.accountId)
        : // An account that became the admin's through ADMIN_EMAIL may still have a visitor's short password.
          (await signIn.hasLongPassword(who.accountId)) !== false,
    }))
    if (!isEnough) return serviceUnavailable(request, context)
    if (!isEnough.answer) throw redirect(securityAddress, 303)
  }
  return next()
}

/** Undefined for a request that changes nothing. */
async function readIntent(request: Request, pattern: string) {
  if (['GET', 'HEAD'].includes(request.method)) return undefined
  // Read by the action alone, since it may be large.
  if (isUpload(request) && takesFiles(pattern)) return 'file'
  const typed = await typedFields(request.clone())
  // The unlock page asks for a page with a post, which goes no further.
  return opensPage(typed) && !isUpload(request) ? undefined : intentOf(pattern, typed)
}

/** No practitioner is offered what only others can do, wherever a page asks who is free and what is given. */
function narrowServices(context: RequestContext, person: PersonResource) {
  const services = context.get(servicesContext)
  const name = services.content.list('team').find(({ id }) => `person:${id}` === person)?.name ?? ''
  context.set(servicesContext, { ...services, booking: ownBooking(services.booking, { person, name }) })
}

/** For the audit trail, and whose appointments they see and change; only below the layout of the dashboard. */
export const getActor = (context: RequestContext): ScopedActor => context.get(actorContext)

type Staff = Access & { email: string }

/** Who is at the dashboard; only below its layout. */
export const getStaff = (context: RequestContext): Staff => context.get(staffContext)
