import { pageContext, type RequestContext } from './context.ts'
import { tryLoad } from './load.ts'
import { hasSession, getSignedIn } from './viewer.server.ts'

/** Name and email of a signed-in visitor, for the fields of a form. */
export async function prefill(request: Request, context: RequestContext) {
  if (!hasSession(request)) return undefined
  context.get(pageContext).doNotStore()
  const who = await tryLoad(context, () => getSignedIn(request, context))
  return who && { name: who.name, email: who.email }
}
