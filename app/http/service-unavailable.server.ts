import { pageContext, type RequestContext } from './context.ts'
import { isUnlockField, rejectedRequest } from './rejected-request.server.ts'
import { submit } from './submit.server.ts'

/** The answer when the database cannot tell whether the request is allowed: nothing was done. Consumes the body. */
export async function serviceUnavailable(request: Request, context: RequestContext) {
  const rejected = await rejectedRequest(request)
  // Password and code are asked for again.
  const fields = rejected.fields.filter(([name]) => !isUnlockField(name))
  context.get(pageContext).showInstead({ ...rejected, fields, isUnread: true })
  return new Response(null, { status: 503 })
}

/** `submit` for a route without a page of its own; `work` may read the form. */
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
