import { dayLinks, timeLinks } from '#app/domain/booking/calendar-view.server.ts'
import type { FreeDay } from '#app/domain/booking/calendar-view.ts'
import type { Choice } from '#app/domain/booking/choice.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { tryLoad } from './load.ts'

/**
 * The next free time of each service in words, '' when there is none; undefined while nobody can say. The page is not
 * kept longer than they hold.
 */
export async function getNextFree(context: RequestContext, serviceIds: readonly string[]) {
  const found = await find(context, serviceIds, Date.now())
  return found?.map(({ soonest }) => soonest)
}

/** The next days on which a service has free times, with all of these; none while nobody can say. */
export async function getFreeDays(context: RequestContext, serviceId: string, choice: Choice): Promise<FreeDay[]> {
  const now = Date.now()
  const [found] = (await find(context, [serviceId], now)) ?? []
  const timeZone = timeZoneOf(context)
  const days = found?.days ?? []
  const links = dayLinks(days, {}, choice, clinicDate(now, timeZone))
  const link = timeLinks({}, choice, timeZone)
  return links.map((day, index) => ({ ...day, times: days[index]!.times.map(link) }))
}

async function find(context: RequestContext, serviceIds: readonly string[], now: number) {
  const { nextFree, config } = context.get(servicesContext)
  // Only the hosted calendar knows its own.
  if (config.schedulingUrl) return undefined
  const found = await tryLoad(context, () => Promise.all(serviceIds.map((id) => nextFree.find(id, now))))
  if (found) context.get(pageContext).goodUntil(Math.min(...found.map(({ until }) => until)))
  return found
}

const timeZoneOf = (context: RequestContext) => context.get(servicesContext).clinic.facts(Date.now()).timeZone
