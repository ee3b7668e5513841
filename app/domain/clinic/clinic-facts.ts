import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import { clinic } from '#content/clinic.ts'
import type { ClinicContent } from './clinic.ts'
import { describeToday, hoursByDay, type Today } from './opening-hours.ts'

/** The clinic as pages and letters show it right now. */
export type ClinicFacts = ClinicContent & {
  today: Today
  week: ReturnType<typeof hoursByDay>
}

/** The one door to the clinic's facts; nothing else reads content/clinic.ts. */
export const clinicFacts = (now: number): ClinicFacts => ({
  ...clinic,
  today: describeToday(clinic, now),
  week: hoursByDay(clinic),
})

/**
 * The same as JSON, written once for each of the clinic's days: every page carries it, and a router that hands loaded
 * data on walks through every value of an object but not through a text.
 */
export function createDailyFacts() {
  let known: { json: string; from: number; until: number } | undefined
  return (now: number) => {
    if (!known || now < known.from || now >= known.until)
      known = { json: JSON.stringify(clinicFacts(now)), from: now, until: nextClinicMidnight(now, clinic.timeZone) }
    return known.json
  }
}
