import { createContext, data } from 'react-router'
import { withSilenceTimeout } from '#app/domain/shared/with-timeout.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'

/** Logs one line per request. */
const isLogged = createContext(false)

const timeoutMs = 2_000

/** Data of a page; undefined when the database fails, so that the page can say so itself. Such a page is not stored. */
export async function tryLoad<Answer>(
  context: RequestContext,
  read: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await withSilenceTimeout(read(), timeoutMs, context.get(servicesContext).database.countAnswers)
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

/** Data that the page cannot do without: answers 503 when the database fails. */
export async function loadOr503<Answer>(context: RequestContext, read: () => Promise<Answer>) {
  const found = await tryLoad(context, async () => ({ answer: await read() }))
  if (!found) throw data(null, { status: 503 })
  return found.answer
}

/** The record that the page is about: answers 404 when there is none, 503 when the database fails. */
export async function loadOr404<Found>(context: RequestContext, find: () => Promise<Found | undefined>) {
  const found = await loadOr503(context, find)
  if (found === undefined) throw data(null, { status: 404 })
  return found
}
