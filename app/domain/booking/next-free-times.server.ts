import type { Database } from '#app/database/connection.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import type { BookingContent } from './booking-schema.ts'
import { soonestTimes } from './next-free.server.ts'

/** The next free time of a service as a process knows it; pages show it, and most of them show the same ones. */
export type NextFreeTimes = {
  /** `startsAt` is missing when nothing is free within the horizon. From `until` on it has to be asked anew. */
  find(serviceId: string, now: number): Promise<NextFree>
  /** Something was booked, moved or closed, here or by another process. */
  forget(): void
}

export type NextFree = { startsAt?: number; until: number }

const hourMs = 3_600_000

export function createNextFreeTimes(
  database: Pick<Database, 'db'>,
  clinic: Pick<ClinicNow, 'facts'>,
  booking: BookingContent,
): NextFreeTimes {
  let known = new Map<string, Promise<NextFree>>()

  async function ask(serviceId: string, now: number): Promise<NextFree> {
    const [soonest] = await soonestTimes({ db: database.db, clinic, booking }, { serviceId, now }, 1)
    // With each midnight the horizon holds another day; before that a time passes once its notice has begun.
    const midnight = nextClinicMidnight(now, clinic.facts(now).timeZone)
    if (!soonest) return { until: midnight }
    const { startsAt } = soonest
    return { startsAt, until: Math.min(midnight, startsAt - booking.noticeHours * hourMs + 1) }
  }

  return {
    async find(serviceId, now) {
      const before = await known.get(serviceId)
      if (before && before.until > now) return before
      const asked = ask(serviceId, now)
      known.set(serviceId, asked)
      // A database in trouble is asked again by the next page.
      asked.catch(() => known.delete(serviceId))
      return asked
    },
    forget() {
      known = new Map()
    },
  }
}
