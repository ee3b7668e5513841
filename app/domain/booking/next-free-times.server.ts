import type { Database } from '#app/database/connection.server.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { findSoonestDays, type OpenDay, upcomingDays } from './availability.server.ts'
import { bookingRules } from './booking-rules.ts'
import type { BookingDeps } from './deps.ts'
import { formatShortAppointmentTime } from './format-appointment.ts'

/**
 * The first days with free times, and the first time in words; none and '' when nothing is free within the horizon.
 * Cached until `until`.
 */
export type NextFree = { days: OpenDay[]; soonest: string; until: number }

export type NextFreeTimes = ReturnType<typeof createNextFreeTimes>

/** A cache of the next free times of each service. */
export function createNextFreeTimes(
  { db }: Pick<Database, 'db'>,
  clinic: BookingDeps['clinic'],
  booking: BookingDeps['booking'],
) {
  const cache = new Map<string, Promise<NextFree>>()

  async function load(serviceId: string, now: number): Promise<NextFree> {
    const days = await findSoonestDays({ db, clinic, booking }, { serviceId, now }, upcomingDays)
    // At midnight the horizon gains a day. Before that, the first time expires when its minimum notice begins.
    const { timeZone } = clinic.facts(now)
    const midnight = nextClinicMidnight(now, timeZone)
    const soonest = days[0]?.times[0]
    if (!soonest) return { days, soonest: '', until: midnight }
    const { noticeHours } = bookingRules(booking, serviceId).times
    const until = Math.min(midnight, soonest.startsAt - noticeHours * 3_600_000 + 1)
    return { days, soonest: formatShortAppointmentTime(soonest, timeZone), until }
  }

  return {
    async find(serviceId: string, now: number) {
      const cached = await cache.get(serviceId)
      if (cached && cached.until > now) return cached
      const loading = load(serviceId, now)
      cache.set(serviceId, loading)
      // A failed query is not cached.
      loading.catch(() => cache.delete(serviceId))
      return loading
    },
    /** After a booking, a move or a change of hours, here or in another process. */
    invalidate: () => cache.clear(),
  }
}
