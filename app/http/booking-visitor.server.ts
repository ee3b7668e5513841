import type { Visitor } from '#app/domain/booking/held-back/gate.server.ts'
import { clientFingerprint } from './client-fingerprint.ts'
import type { RequestContext } from './context.ts'
import { getSignedIn } from './viewer.server.ts'

/** Who books with an address: an account that has confirmed it proves it. */
export async function toVisitor(request: Request, context: RequestContext, email: string): Promise<Visitor> {
  const who = await getSignedIn(request, context)
  return {
    sender: clientFingerprint(context, email),
    isAddressProved: who !== undefined && who.isVerified && who.email === email,
  }
}
