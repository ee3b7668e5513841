import type { RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from './context.ts'
import { refusedRequest } from './refused.server.ts'
import { isUnlocking } from './unlocking.ts'

/** Says with status 503 that the database is in trouble, and gives back what was typed. */
const notNowAddress = '/admin-not-now'

/**
 * The answer to a request of the dashboard when the database does not even say who asks, or whether they may: nothing
 * was done. Reads the request's form, so only for one that goes no further.
 */
export async function notNow(request: Request, context: Readonly<RouterContextProvider>) {
  const refused = await refusedRequest(request)
  // What shows who is there is asked for anew.
  const fields = refused.fields.filter(([name]) => !isUnlocking(name))
  context.get(pageContext).showInstead(notNowAddress, { ...refused, fields, isUnread: true })
  return new Response(null, { status: 503 })
}

/** An act at an address that is no page and so cannot say itself that it was not stored; `work` may read the form. */
export async function orNotNow<Answer>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  work: (request: Request) => Promise<Answer>,
) {
  const copy = request.clone()
  try {
    return await work(request)
  } catch (err) {
    const { requestId } = context.get(pageContext)
    context.get(servicesContext).log.error({ err, requestId }, 'an act of the admin could not be stored')
    return notNow(copy, context)
  }
}
