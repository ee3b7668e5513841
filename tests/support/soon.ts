import { clinicTimeZone, contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'

/**
 * A moment less than a day ahead on a day that is no holiday, since what falls on a day on which the clinic has closed
 * can be moved until it begins (epoch milliseconds).
 */
export function soonOnNoHoliday(now = Date.now()): number {
  const holidays = new Set(contentFacts(now).holidays.map(({ day }) => day))
  const midnight = nextClinicMidnight(now, clinicTimeZone)
  // The last two are for the evening before a holiday, and for the holiday.
  const soon = [now + 3 * 3_600_000, midnight - 1, midnight].find(
    (at) => !holidays.has(clinicDate(at, clinicTimeZone).toString()),
  )
  if (soon === undefined) throw new Error('today and tomorrow are holidays')
  return soon
}
