import type { RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from './context.ts'

/** One line in the log for a form that could not be stored. */
export function logNotStored(context: Readonly<RouterContextProvider>, err: unknown) {
  const { requestId } = context.get(pageContext)
  context.get(servicesContext).log.error({ err, requestId }, 'a form could not be stored')
}
