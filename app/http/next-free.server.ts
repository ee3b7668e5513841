import { dayLinks, nearTimes } from '#app/domain/booking/calendar/calendar-view.server.ts'
import type { FreeDay, NearTime } from '#app/domain/booking/calendar/calendar-view.ts'
import type { Choice } from '#app/domain/booking/choice.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext, type RequestContext } from './context.ts'
import { tryLoad } from './load.ts'

/** The next free time of each service in words, '' for none; undefined while it is unknown. The page expires with it. */
export async function getNextFree(context: RequestContext, serviceIds: readonly string[]) {
  const found = await find(context, serviceIds, Date.now())
  return found?.map(({ soonest }) => soonest)
}

/** The next days with free times of a service; empty while these are unknown. */
export async function getFreeDays(context: RequestContext, serviceId: string, choice: Choice): Promise<FreeDay[]> {
  const now = Date.now()
  const [found] = (await find(context, [serviceId], now)) ?? []
  const { timeZone } = context.get(servicesContext).clinic.facts(now)
  return dayLinks(found?.days ?? [], {}, choice, { today: clinicDate(now, timeZone), timeZone })
}

/** The next free times of a service, none if nothing is free; undefined while they are unknown. */
export async function getFreeTimes(context: RequestContext, serviceId: string): Promise<NearTime[] | undefined> {
  const now = Date.now()
  const [found] = (await find(context, [serviceId], now)) ?? []
  const { timeZone } = context.get(servicesContext).clinic.facts(now)
  return found && nearTimes(found.days.flatMap(({ times }) => times).slice(0, shownTimes), {}, timeZone)
}

const shownTimes = 3

async function find(context: RequestContext, serviceIds: readonly string[], now: number) {
  const { nextFree, config } = context.get(servicesContext)
  // Only the hosted calendar knows its free times.
  if (config.schedulingUrl) return undefined
  const found = await tryLoad(context, () => Promise.all(serviceIds.map((id) => nextFree.find(id, now))))
  if (found) context.get(pageContext).goodUntil(Math.min(...found.map(({ until }) => until)))
  return found
}
