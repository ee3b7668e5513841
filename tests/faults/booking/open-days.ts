import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

/** Far enough ahead for an appointment to be changed. */
const firstDay = 4
/** Within the booking horizon, even after a clock jump. */
const lastDay = 57

/** The days that patients request (ISO 8601): only days on which the clinic is open can be booked. */
export function openDaysAhead(now: number): string[] {
  const clinic = contentFacts(now)
  const today = clinicDate(now, clinic.timeZone)
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => today.add({ days: firstDay + index }))
    .filter((day) => openHoursOn(clinic, day).length > 0)
    .map(String)
}
