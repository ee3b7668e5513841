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
