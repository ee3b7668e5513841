import type { Appointment } from '#app/domain/booking/appointment.ts'
import { servicesContext, type RequestContext } from './context.ts'
import { formCopyCookie, readCookie, setCookie } from './cookies.ts'
import { getSignedIn } from './viewer.server.ts'

const purpose = 'form copy'
const lifeMs = 30 * 60_000

/** Lets this browser save a copy of what it has just sent: the link to the appointment alone never shows answers. */
export function allowCopy(context: RequestContext, signedId: string) {
  const value = context.get(servicesContext).signer.sign(purpose, `${signedId}.${Date.now() + lifeMs}`)
  setCookie(context, formCopyCookie, value, lifeMs / 1000)
}

/** Who has just sent it, or is signed in with the address of the appointment, which they have confirmed. */
export async function mayCopy(
  request: Request,
  context: RequestContext,
  { signedId, email }: { signedId: string } & Pick<Appointment, 'email'>,
) {
  const cookie = readCookie(request, formCopyCookie)
  const text = cookie === undefined ? undefined : context.get(servicesContext).signer.verify(purpose, cookie)
  const [id, until] = text?.split('.') ?? []
  if (id === signedId && Number(until) > Date.now()) return true
  const who = await getSignedIn(request, context)
  return who !== undefined && who.isVerified && email !== '' && who.email === email
}
