import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'

/** Far enough ahead for a visit to be changed. */
const firstDay = 4
/** Within the horizon, wherever the clock of a server has jumped to. */
const lastDay = 57

/** The days that patients ask for (ISO 8601): those on which the clinic is open, since nobody can book any other. */
export function openDaysAhead(now: number): string[] {
  const clinic = contentFacts(now)
  const today = clinicDate(now, clinic.timeZone)
  return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => today.add({ days: firstDay + index }))
    .filter((day) => openHoursOn(clinic, day).length > 0)
    .map(String)
}
