import type { RouterContextProvider } from 'react-router'
import { inTime } from '#app/domain/shared/in-time.ts'
import { pageContext, servicesContext } from './context.ts'

/** A page waits no longer for what it would like to show. */
const patienceMs = 2_000

/**
 * What a page reads from the database to show it; undefined when the database is in trouble, so that the page says so
 * in its own words, soon, instead of failing. Nothing of such a page may be stored.
 */
export async function readForPage<Answer>(
  context: Readonly<RouterContextProvider>,
  read: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await inTime(read(), patienceMs)
  } catch (error) {
    const { requestId, doNotStore } = context.get(pageContext)
    doNotStore()
    const reason = error instanceof Error ? error.message : String(error)
    context.get(servicesContext).log.warn({ requestId, reason }, 'a page could not read what it shows')
    return undefined
  }
}
