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
  return found.map(({ startsAt }) => (startsAt === undefined ? '' : inWords(startsAt, timeZone)))
}

// Most services have the same one, and it stays for hours, while every page that is rendered says it for each card.
const said = new Map<number, string>()
const mostSaid = 100

function inWords(startsAt: number, timeZone: string) {
  const known = said.get(startsAt)
  if (known !== undefined) return known
  if (said.size >= mostSaid) said.clear()
  const words = describeVisitShortly({ startsAt }, timeZone)
  said.set(startsAt, words)
  return words
}
