import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAccountSubject } from '#app/domain/booking/own-records.server.ts'
import { linkMayReplace } from '#app/domain/booking/sealed-access.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { formCopyCookie, readCookie, setCookie } from './cookies.ts'
import { getSignedIn } from './viewer.server.ts'

const purpose = 'form copy'
const lifeMs = 30 * 60_000

/**
 * Lets this browser save a copy of what it has just sent: the link to the appointment alone never shows answers. Not the
 * desk's, which it was handed over from, and not at an address that staff entered.
 */
export async function allowCopy(
  request: Request,
  context: RequestContext,
  { signedId, ...appointment }: { signedId: string } & Appointment,
) {
  if (!linkMayReplace(appointment) || (await getSignedIn(request, context))?.access) return
  const value = context.get(servicesContext).signer.sign(purpose, `${signedId}.${Date.now() + lifeMs}`)
  setCookie(context, formCopyCookie, value, lifeMs / 1000)
}

/**
 * The address by which this browser may save a copy of a form: it has just sent the form, or is signed in with an account
 * to which the appointment opens. Undefined: it may not.
 */
export async function findCopyAddress(
  request: Request,
  context: RequestContext,
  { signedId, ...appointment }: { signedId: string } & Appointment,
): Promise<string | undefined> {
  const cookie = readCookie(request, formCopyCookie)
  const { database, signer, config } = context.get(servicesContext)
  const text = cookie === undefined ? undefined : signer.verify(purpose, cookie)
  const [id, until] = text?.split('.') ?? []
  const who = await getSignedIn(request, context)
  if (who?.access) return undefined
  if (id === signedId && Number(until) > Date.now() && linkMayReplace(appointment)) return appointment.email
  if (!who?.isVerified || who.email !== appointment.email) return undefined
  const ownerEmail = config.admin.email
  const subject = await database.transaction((tx) => findAccountSubject({ database, tx, ownerEmail }, who))
  return typeof subject === 'object' && subject.appointmentIds.includes(appointment.id) ? who.email : undefined
}
