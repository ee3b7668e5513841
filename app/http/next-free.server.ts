import type { RouterContextProvider } from 'react-router'
import { describeVisitShortly } from '#app/domain/booking/visit-words.ts'
import { pageContext, servicesContext } from './context.ts'
import { readForPage } from './read-for-page.ts'

/**
 * The next free time of each service in words, '' when there is none; undefined while nobody can say. The page is not
 * kept longer than they hold.
 */
export async function nextFreeOf(context: Readonly<RouterContextProvider>, serviceIds: readonly string[]) {
  const { nextFree, clinic, config } = context.get(servicesContext)
  // Only the hosted calendar knows its own.
  if (config.schedulingUrl) return undefined
  const now = Date.now()
  const { timeZone } = clinic.facts(now)
  const found = await readForPage(context, () => Promise.all(serviceIds.map((id) => nextFree.find(id, now))))
  if (!found) return undefined
  context.get(pageContext).goodUntil(Math.min(...found.map(({ until }) => until)))
  // Most services have the same one.
  const words = new Map<number | undefined, string>([[undefined, '']])
  for (const { startsAt } of found)
    if (startsAt !== undefined && !words.has(startsAt))
      words.set(startsAt, describeVisitShortly({ startsAt }, timeZone))
  return found.map(({ startsAt }) => words.get(startsAt) ?? '')
}
