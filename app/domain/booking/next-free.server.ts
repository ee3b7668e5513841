import { earlierDay, laterDay } from '#app/domain/shared/clinic-time.ts'
import { bookableDays, findOpenTimes } from './availability.server.ts'
import type { Holder } from './holds.server.ts'
import type { OpenTime } from './open-times.ts'

type Means = Parameters<typeof findOpenTimes>[0]

const daysAtOnce = 14

/** The first times on offer for a service, or from a day on, at most `most` of them; fewer at the end of the horizon. */
export async function soonestTimes(
  means: Means,
  {
    from: wished,
    ...wish
  }: {
    serviceId: string
    personId?: string | undefined
    byVideo?: boolean
    except?: Holder
    from?: Temporal.PlainDate
    now: number
  },
  most: number,
): Promise<OpenTime[]> {
  const { first: earliest, last } = bookableDays(means, wish.now)
  const first = wished ? laterDay(wished, earliest) : earliest
  const found: OpenTime[] = []
  for (let from = first; Temporal.PlainDate.compare(from, last) <= 0; from = from.add({ days: daysAtOnce })) {
    const end = from.add({ days: daysAtOnce - 1 })
    const until = earlierDay(end, last)
    for (const { times } of await findOpenTimes(means, wish, { first: from, last: until })) found.push(...times)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}
