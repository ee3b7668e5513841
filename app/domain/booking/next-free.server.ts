import { earlierDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import { bookableDays, findOpenTimes, type OpenDay } from './availability.server.ts'
import type { Holder } from './holds.server.ts'
import type { OpenTime } from './open-times.ts'

type Deps = Parameters<typeof findOpenTimes>[0]

const daysAtOnce = 14

/** So many days with free times are offered at a glance: with a clinic open on weekdays, one of each. */
export const upcomingDays = 6

type Wish = {
  serviceId: string
  personId?: string | undefined
  byVideo?: boolean
  except?: Holder
  from?: Temporal.PlainDate
  now: number
}

/** The first times on offer for a service, or from a day on, at most `most` of them; fewer at the end of the horizon. */
export async function findSoonestTimes(deps: Deps, wish: Wish, most: number): Promise<OpenTime[]> {
  // Each has one at least.
  const days = await findSoonestDays(deps, wish, most)
  return days.flatMap(({ times }) => times).slice(0, most)
}

/** The first days that have free times, with all of these; fewer at the end of the horizon. */
export async function findSoonestDays(deps: Deps, { from: wished, ...wish }: Wish, most: number): Promise<OpenDay[]> {
  const { first: earliest, last } = bookableDays(deps, wish.now)
  const first = wished ? laterDay(wished, earliest) : earliest
  const found: OpenDay[] = []
  for (let from = first; Temporal.PlainDate.compare(from, last) <= 0; from = from.add({ days: daysAtOnce })) {
    const end = from.add({ days: daysAtOnce - 1 })
    const days = await findOpenTimes(deps, wish, { first: from, last: earlierDay(end, last) })
    found.push(...days.filter(({ times }) => times.length > 0))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}
