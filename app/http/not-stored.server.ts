import { pageContext, servicesContext, type RequestContext } from './context.ts'

/** One line in the log for a form that could not be stored. */
export function logNotStored(context: RequestContext, err: unknown) {
  const { requestId } = context.get(pageContext)
  context.get(servicesContext).log.error({ err, requestId }, 'a form could not be stored')
}
