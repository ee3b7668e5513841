import { pageContext, type RequestContext } from './context.ts'
import { rejectedRequest } from './rejected-request.server.ts'
import { submit } from './submit.server.ts'
import { isUnlockField } from './unlocking.ts'

/** Says with status 503 that the database is in trouble, and gives back what was typed. */
const unavailableAddress = '/admin-unavailable'

/**
 * The answer to a request of the dashboard when the database does not even say who asks, or whether they may: nothing
 * was done. Reads the request's form, so only for one that goes no further.
 */
export async function serviceUnavailable(request: Request, context: RequestContext) {
  const rejected = await rejectedRequest(request)
  // What shows who is there is asked for anew.
  const fields = rejected.fields.filter(([name]) => !isUnlockField(name))
  context.get(pageContext).showInstead(unavailableAddress, { ...rejected, fields, isUnread: true })
  return new Response(null, { status: 503 })
}

/** `submit` at an address that is no page and so cannot say itself what was not stored; `work` may read the form. */
export async function orServiceUnavailable<Answer>(
  request: Request,
  context: RequestContext,
  work: (request: Request) => Promise<Answer>,
) {
  const copy = request.clone()
  return submit(
    context,
    () => work(request),
    () => serviceUnavailable(copy, context),
  )
}
