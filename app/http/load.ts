import { createContext, data } from 'react-router'
import { withTimeout } from '#app/domain/shared/with-timeout.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'

/** One line in the log for each request, however much of it could not be read. */
const isLogged = createContext(false)

/** A page waits no longer for what it would like to show. */
const patienceMs = 2_000

/**
 * What a page reads from the database to show it; undefined when the database is in trouble, so that the page says so
 * in its own words, soon, instead of failing. Nothing of such a page may be stored.
 */
export async function tryLoad<Answer>(
  context: RequestContext,
  read: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await withTimeout(read(), patienceMs)
  } catch (error) {
    const { requestId, doNotStore } = context.get(pageContext)
    doNotStore()
    if (context.get(isLogged)) return undefined
    context.set(isLogged, true)
    const reason = error instanceof Error ? error.message : String(error)
    context.get(servicesContext).log.warn({ requestId, reason }, 'a page could not read what it shows')
    return undefined
  }
}

/** What a page is nothing without: answers 503 while the database is in trouble. */
export async function loadOr503<Answer>(context: RequestContext, read: () => Promise<Answer>) {
  const found = await tryLoad(context, async () => ({ answer: await read() }))
  if (!found) throw data(null, { status: 503 })
  return found.answer
}

/** The record that a page is about: answers 404 when there is none, 503 while the database is in trouble. */
export async function loadOr404<Found>(context: RequestContext, find: () => Promise<Found | undefined>) {
  const found = await loadOr503(context, find)
  if (found === undefined) throw data(null, { status: 404 })
  return found
}
