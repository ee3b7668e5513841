import { redirect } from 'react-router'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicClock } from '#app/domain/shared/clinic-time.ts'
import { type Confirmation, findConfirmation } from '#app/domain/accounts/confirmation.server.ts'
import { parsePasskeyAnswer } from '#app/domain/accounts/passkey-answers.server.ts'
import { parseCode } from '#app/domain/accounts/second-factor-code.ts'
import { stepUp } from '#app/domain/accounts/step-up.server.ts'
import { recordActivity, getWorkingDay, type WorkingDay } from '#app/domain/accounts/working-day.server.ts'
import { type UnlockReason, unlockPage as words } from '#content/pages/admin-unlock.ts'
import { passkeys } from '#content/pages/passkeys.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { pollParameter } from './failed-requests.ts'
import { getLoginClient } from './known-device.server.ts'
import { serviceUnavailable } from './service-unavailable.server.ts'
import { tryLoad } from './load.ts'
import { type Typed, typedFields } from './parse-form.ts'
import { isUnlockField, type RejectedRequest, rejectedRequest } from './rejected-request.server.ts'
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
    if (!opensPage(posted)) return undefined
    const { pathname, search } = new URL(request.url)
    return redirect(pathname + search, 303)
  }
  const now = Date.now()
  const loaded = await tryLoad(context, async () => {
    const day = await getWorkingDay(database, who, now)
    return { day, needsPasskey: await needsPasskey(context, who, day) }
  })
  if (!loaded) return serviceUnavailable(request, context)
  const { day } = loaded
  if (day.state !== 'open') return showUnlockPage(request, context, who, day.state)
  if (loaded.needsPasskey) return showUnlockPage(request, context, who, 'passkey')
  if (isAutoRefresh(request)) return undefined
  // A failed write must not lock the admin out.
  await recordActivity({ database }, who, day.lastSeenAt, now).catch((err: unknown) =>
    log.warn({ err }, 'the last activity was not stored'),
  )
  return undefined
}

/** Where a passkey stands for the two-factor authentication that is required, a session that the password began is not enough. */
async function needsPasskey(context: RequestContext, who: SignedIn, { byPasskey }: WorkingDay) {
  const services = context.get(servicesContext)
  if (byPasskey || !services.config.admin.mustHaveSecondFactor) return false
  return (await findConfirmation(services, who)).by === 'passkey'
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
  const confirmation = await tryLoad(context, () => findConfirmation(context.get(servicesContext), who))
  if (!confirmation) return serviceUnavailable(request, context)
  const rejected = await rejectedRequest(request)
  const unlock = { why, ...confirmation, error }
  context.get(pageContext).showInstead(withoutUnlockFields({ ...rejected, unlock }))
  return new Response(null, { status: 403 })
}

/** Whether the dashboard of this device is locked; to be asked without counting as activity. */
export async function getLock(context: RequestContext, who: SignedIn): Promise<Lock> {
  const services = context.get(servicesContext)
  const { state } = await getWorkingDay(services.database, who, Date.now())
  return { state, ...(await findConfirmation(services, who)) }
}

export type Lock = Confirmation & { state: WorkingDay['state'] }

/** A post of a page that locked itself; returns why it stays locked. */
export const unlock = async (request: Request, context: RequestContext, who: SignedIn, actor: Actor) =>
  submitUnlock(request, context, who, actor, await readUnlockFields(request))

async function submitUnlock(
  request: Request,
  context: RequestContext,
  who: SignedIn,
  actor: Actor,
  { by, password = '', code = '', backup = '', passkey }: UnlockFields,
) {
  const proof = {
    sessionId: who.sessionId,
    password,
    code: parseCode({ code, backup }),
    passkey: passkey ? parsePasskeyAnswer(passkey) : undefined,
    client: getLoginClient(request, context, who.email),
    headers: request.headers,
    now: Date.now(),
  }
  const stepped = await stepUp(context.get(servicesContext), actor, proof)
  if (stepped.ok) return undefined
  if (stepped.reason === 'busy') return words.busy
  if (stepped.reason === 'too-many') return words.tooMany(clinicClock(stepped.retryAt, clinicTimeZone))
  if (passkey || by === 'passkey') return passkeys.unlock.wrong
  return by === 'code' ? words.wrongCode : words.wrongPassword
}

/** `unlock` is 'open' if the original request was a page, 'send' if it was a form. */
type UnlockFields = Partial<Record<'unlock' | 'why' | 'by' | 'password' | 'code' | 'backup' | 'passkey', string>>

/** Whether the unlock page asks for a page; otherwise it sends a form. */
export const opensPage = ({ unlock }: Typed | UnlockFields) => !!unlock && unlock !== 'send'

/** Without their prefix; none if the request is not a post of the unlock page. */
async function readUnlockFields(request: Request): Promise<UnlockFields> {
  if (request.method !== 'POST' || isUpload(request)) return {}
  const fields = Object.entries(await typedFields(request.clone())).filter(([name]) => isUnlockField(name))
  return Object.fromEntries(fields.map(([name, value]) => [name.replace('unlock-', ''), value]))
}

const isUnlockReason = (why: string): why is UnlockReason => Object.hasOwn(words.why, why)

/** After a wrong answer the original fields are carried along again; a page stays a page. */
function withoutUnlockFields(rejected: RejectedRequest): RejectedRequest {
  const isForm = rejected.isPost && !rejected.fields.some(([name, value]) => name === 'unlock' && value === 'open')
  return { ...rejected, isPost: isForm, fields: rejected.fields.filter(([name]) => !isUnlockField(name)) }
}
