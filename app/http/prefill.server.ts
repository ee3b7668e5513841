import { pageContext, type RequestContext } from './context.ts'
import { readForPage } from './read-for-page.ts'
import { hasSession, signedIn } from './viewer.server.ts'

/** Name and email of a signed-in visitor, to begin a form with; nothing for anybody else. */
export async function prefill(request: Request, context: RequestContext) {
  if (!hasSession(request)) return undefined
  context.get(pageContext).doNotStore()
  const who = await readForPage(context, () => signedIn(request, context))
  return who && { name: who.name, email: who.email }
}
