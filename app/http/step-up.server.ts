import { redirect } from 'react-router'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { stepUp } from '#app/domain/accounts/step-up.server.ts'
import { recordActivity, getWorkingDay } from '#app/domain/accounts/working-day.server.ts'
import { type UnlockReason, unlockPage as words } from '#content/pages/admin-security.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { getLoginClient } from './known-device.server.ts'
import { serviceUnavailable } from './service-unavailable.server.ts'
import { tryLoad } from './load.ts'
import { fieldsOf, type RejectedRequest, rejectedRequest } from './rejected-request.server.ts'
import { isUnlockField } from './unlocking.ts'
import { isUpload } from './uploaded-file.server.ts'
import { getSignedIn, type SignedIn } from './viewer.server.ts'

/** Asks who is there, at the address that was asked for, and carries along what was typed. */
const unlockAddress = '/admin-locked'

/**
 * Lets a request of the admin pass while the device's working day is open; otherwise answers the page that asks to show
 * who is there. That page posts to the same address: what was typed goes with it, and is done at once when the answer
 * is right.
 */
export async function requireWorkingDay(
  request: Request,
  context: RequestContext,
  who: SignedIn,
  actor: Actor,
): Promise<Response | undefined> {
  const { database, log } = context.get(servicesContext)
  const given = await unlockFields(request)
  if (given.unlock) {
    let error: string | undefined
    try {
      error = await tryToStepUp(request, context, who, actor, given)
    } catch (err) {
      log.error({ err, requestId: context.get(pageContext).requestId }, 'who is there could not be noted')
      return serviceUnavailable(request, context)
    }
    if (error) return ask(request, context, who, given.why ?? 'idle', error)
    if (given.unlock === 'send') return undefined
    const { pathname, search } = new URL(request.url)
    return redirect(pathname + search, 303)
  }
  const now = Date.now()
  const day = await tryLoad(context, () => getWorkingDay(database, who, now))
  if (!day) return serviceUnavailable(request, context)
  if (day.state !== 'open') return ask(request, context, who, day.state)
  if (looksByItself(request)) return undefined
  // Whoever may look in may do so while the database takes no writes.
  await recordActivity({ database }, who, day.lastSeenAt, now).catch((err: unknown) =>
    log.warn({ err }, 'a sign of life was not stored'),
  )
  return undefined
}

/**
 * A page that follows something looks again and again, with nobody there: by a script, or, without one, by an address
 * that says so.
 */
const looksByItself = ({ method, headers, url }: Request) =>
  method === 'GET' && (headers.has('X-Enhanced') || new URL(url).searchParams.has('by-itself'))

/**
 * For what takes people's data out of the house, for changes of email, password or second factor, and for the rotation
 * of keys: goes on if it was shown within the last five minutes who is there; otherwise asks, and comes back by itself
 * with everything that was typed. The sign-in itself does not count. Below the admin's layout only, as the first thing
 * in an action or loader, before the form is read: `await requireFreshStepUp(context, request)`.
 */
export async function requireFreshStepUp(context: RequestContext, request: Request): Promise<void> {
  const { database } = context.get(servicesContext)
  const who = await getSignedIn(request, context)
  if (!who) throw new Error('requireFreshStepUp is for pages below the layout of the admin')
  const day = await tryLoad(context, () => getWorkingDay(database, who, Date.now()))
  if (!day) throw await serviceUnavailable(request, context)
  if (day.isFresh) return
  throw await ask(request, context, who, 'fresh')
}

async function ask(request: Request, context: RequestContext, who: SignedIn, why: UnlockReason, error?: string) {
  const rejected = await rejectedRequest(request)
  const unlock = { why, by: who.hasSecondFactor ? ('code' as const) : ('password' as const), error }
  context.get(pageContext).showInstead(unlockAddress, withoutUnlocking({ ...rejected, unlock }))
  return new Response(null, { status: 403 })
}

async function tryToStepUp(request: Request, context: RequestContext, who: SignedIn, actor: Actor, given: Unlocking) {
  const proof = {
    sessionId: who.sessionId,
    password: given.password,
    code: parseCode(given),
    client: getLoginClient(request, context, who.email),
    headers: request.headers,
    now: Date.now(),
  }
  const stepped = await stepUp(context.get(servicesContext), actor, proof)
  if (stepped.ok) return undefined
  if (stepped.reason === 'busy') return words.busy
  if (stepped.reason === 'too-many') return words.tooMany(clinicClock(stepped.retryAt, clinicTimeZone))
  return given.by === 'code' ? words.wrongCode : words.wrongPassword
}

type Unlocking = {
  /** 'open': the page that was asked for; 'send': the form that was posted; undefined: the post is no such answer. */
  unlock: string | undefined
  why: UnlockReason | undefined
  by: string
  password: string
  code: string
  backup: string
}

/** The fields of the page that asks; among them those of the form that goes along. Prefixed, so that none meet. */
async function unlockFields(request: Request): Promise<Unlocking> {
  const isForm = request.method === 'POST' && !isUpload(request)
  const fields = new Map(isForm ? (await fieldsOf(request.clone())).filter(([name]) => isUnlockField(name)) : [])
  const text = (name: string) => fields.get(name) ?? ''
  const why = text('unlock-why')
  return {
    unlock: fields.get('unlock'),
    why: Object.hasOwn(words.why, why) ? (why as UnlockReason) : undefined,
    by: text('unlock-by'),
    password: text('unlock-password'),
    code: text('unlock-code'),
    backup: text('unlock-backup'),
  }
}

/** After a wrong answer the form goes along once more, without the answer; a page that was asked for stays one. */
function withoutUnlocking(rejected: RejectedRequest): RejectedRequest {
  const isForm = rejected.isPost && !rejected.fields.some(([name, value]) => name === 'unlock' && value === 'open')
  return { ...rejected, isPost: isForm, fields: rejected.fields.filter(([name]) => !isUnlockField(name)) }
}
