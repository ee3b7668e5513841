import type { Database } from '#app/database/connection.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import type { OpenDay } from './availability.server.ts'
import type { BookingContent } from './booking-schema.ts'
import { findSoonestDays, upcomingDays } from './next-free.server.ts'
import { formatShortAppointmentTime } from './format-appointment.ts'

/** The next free times of a service as a process knows them; pages show them, and most of them show the same ones. */
export type NextFreeTimes = {
  find(serviceId: string, now: number): Promise<NextFree>
  /** Something was booked, moved or closed, here or by another process. */
  forget(): void
}

/**
 * The first days with free times, and the first time in words; none and '' when nothing is free within the horizon. From
 * `until` on they have to be asked anew.
 */
export type NextFree = { days: OpenDay[]; soonest: string; until: number }

const hourMs = 3_600_000

export function createNextFreeTimes(
  database: Pick<Database, 'db'>,
  clinic: Pick<ClinicNow, 'facts'>,
  booking: BookingContent,
): NextFreeTimes {
  let known = new Map<string, Promise<NextFree>>()

  async function ask(serviceId: string, now: number): Promise<NextFree> {
    const days = await findSoonestDays({ db: database.db, clinic, booking }, { serviceId, now }, upcomingDays)
    // With each midnight the horizon holds another day; before that a time passes once its notice has begun.
    const { timeZone } = clinic.facts(now)
    const midnight = nextClinicMidnight(now, timeZone)
    const soonest = days[0]?.times[0]
    if (!soonest) return { days, soonest: '', until: midnight }
    const until = Math.min(midnight, soonest.startsAt - booking.noticeHours * hourMs + 1)
    return { days, soonest: formatShortAppointmentTime(soonest, timeZone), until }
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
