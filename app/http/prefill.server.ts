import type { RouterContextProvider } from 'react-router'
import { pageContext } from './context.ts'
import { readForPage } from './read-for-page.ts'
import { hasSession, signedIn } from './viewer.server.ts'

/** Name and email of a signed-in visitor, to begin a form with; nothing for anybody else. */
export async function prefill(request: Request, context: Readonly<RouterContextProvider>) {
  if (!hasSession(request)) return undefined
  context.get(pageContext).doNotStore()
  const who = await readForPage(context, () => signedIn(request, context))
  return who && { name: who.name, email: who.email }
}
