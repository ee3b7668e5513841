import { redirect } from 'react-router'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { stepUp } from '#app/domain/accounts/step-up.server.ts'
import { recordActivity, getWorkingDay, type WorkingDay } from '#app/domain/accounts/working-day.server.ts'
import { type UnlockReason, unlockPage as words } from '#content/pages/admin-unlock.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { pollParameter } from './failed-requests.ts'
import { getLoginClient } from './known-device.server.ts'
import { serviceUnavailable } from './service-unavailable.server.ts'
import { tryLoad } from './load.ts'
import { isUnlockField, readFields, type RejectedRequest, rejectedRequest } from './rejected-request.server.ts'
import { isUpload } from './uploaded-file.server.ts'
import { getSignedIn, type SignedIn } from './viewer.server.ts'

/**
 * Lets a request of the admin pass while the device's working day is open; otherwise answers the unlock page. That page
 * posts to the same address with the original fields, so the right password carries out the original request.
 */
export async function requireWorkingDay(
  request: Request,
  context: RequestContext,
  who: SignedIn,
  actor: Actor,
): Promise<Response | undefined> {
  const { database, log } = context.get(servicesContext)
  const posted = await readUnlockFields(request)
  if (posted.unlock) {
    let error: string | undefined
    try {
      error = await submitUnlock(request, context, who, actor, posted)
    } catch (err) {
      log.error({ err, requestId: context.get(pageContext).requestId }, 'a step-up could not be stored')
      return serviceUnavailable(request, context)
    }
    const { why = '' } = posted
    if (error) return showUnlockPage(request, context, who, isUnlockReason(why) ? why : 'idle', error)
    if (posted.unlock === 'send') return undefined
    const { pathname, search } = new URL(request.url)
    return redirect(pathname + search, 303)
  }
  const now = Date.now()
  const day = await tryLoad(context, () => getWorkingDay(database, who, now))
  if (!day) return serviceUnavailable(request, context)
  if (day.state !== 'open') return showUnlockPage(request, context, who, day.state)
  if (isAutoRefresh(request)) return undefined
  // A failed write must not lock the admin out.
  await recordActivity({ database }, who, day.lastSeenAt, now).catch((err: unknown) =>
    log.warn({ err }, 'the last activity was not stored'),
  )
  return undefined
}

/** Pages that follow something load again by themselves. */
const isAutoRefresh = ({ method, url }: Request) => method === 'GET' && new URL(url).searchParams.has(pollParameter)

/**
 * For exports, changes of email, password or two-factor authentication, and key rotation: requires a step-up within the last five
 * minutes, and otherwise answers the unlock page. The sign-in itself does not count. Only below the admin's layout, as
 * the first statement of an action or loader, before the form is read.
 */
export async function requireFreshStepUp(context: RequestContext, request: Request): Promise<void> {
  const { database } = context.get(servicesContext)
  const who = await getSignedIn(request, context)
  if (!who) throw new Error('requireFreshStepUp is for pages below the layout of the admin')
  const day = await tryLoad(context, () => getWorkingDay(database, who, Date.now()))
  if (!day) throw await serviceUnavailable(request, context)
  if (day.isFresh) return
  throw await showUnlockPage(request, context, who, 'fresh')
}

async function showUnlockPage(
  request: Request,
  context: RequestContext,
  who: SignedIn,
  why: UnlockReason,
  error?: string,
) {
  const rejected = await rejectedRequest(request)
  const unlock = { why, by: unlocksBy(who), error }
  context.get(pageContext).showInstead(withoutUnlockFields({ ...rejected, unlock }))
  return new Response(null, { status: 403 })
}

/** Whether the dashboard of this device is locked; to be asked without counting as activity. */
export async function getLock(context: RequestContext, who: SignedIn): Promise<Lock> {
  const { state } = await getWorkingDay(context.get(servicesContext).database, who, Date.now())
  return { state, by: unlocksBy(who) }
}

export type Lock = { state: WorkingDay['state']; by: 'code' | 'password' }

/** A post of a page that locked itself; returns why it stays locked. */
export const unlock = async (request: Request, context: RequestContext, who: SignedIn, actor: Actor) =>
  submitUnlock(request, context, who, actor, await readUnlockFields(request))

const unlocksBy = ({ hasSecondFactor }: SignedIn) => (hasSecondFactor ? ('code' as const) : ('password' as const))

async function submitUnlock(
  request: Request,
  context: RequestContext,
  who: SignedIn,
  actor: Actor,
  { by, password = '', code = '', backup = '' }: UnlockFields,
) {
  const proof = {
    sessionId: who.sessionId,
    password,
    code: parseCode({ code, backup }),
    client: getLoginClient(request, context, who.email),
    headers: request.headers,
    now: Date.now(),
  }
  const stepped = await stepUp(context.get(servicesContext), actor, proof)
  if (stepped.ok) return undefined
  if (stepped.reason === 'busy') return words.busy
  if (stepped.reason === 'too-many') return words.tooMany(clinicClock(stepped.retryAt, clinicTimeZone))
  return by === 'code' ? words.wrongCode : words.wrongPassword
}

/** `unlock` is 'open' if the original request was a page, 'send' if it was a form. */
type UnlockFields = Partial<Record<'unlock' | 'why' | 'by' | 'password' | 'code' | 'backup', string>>

/** Without their prefix; none if the request is not a post of the unlock page. */
async function readUnlockFields(request: Request): Promise<UnlockFields> {
  if (request.method !== 'POST' || isUpload(request)) return {}
  const fields = (await readFields(request.clone())).filter(([name]) => isUnlockField(name))
  return Object.fromEntries(fields.map(([name, value]) => [name.replace('unlock-', ''), value]))
}

const isUnlockReason = (why: string): why is UnlockReason => Object.hasOwn(words.why, why)

/** After a wrong answer the original fields are carried along again; a page stays a page. */
function withoutUnlockFields(rejected: RejectedRequest): RejectedRequest {
  const isForm = rejected.isPost && !rejected.fields.some(([name, value]) => name === 'unlock' && value === 'open')
  return { ...rejected, isPost: isForm, fields: rejected.fields.filter(([name]) => !isUnlockField(name)) }
}
