import { clinic } from '#content/clinic.ts'
import type { ClinicContent } from './clinic.ts'
import { describeToday, hoursByDay } from './opening-hours.ts'

/** The clinic as pages and letters show it right now. */
export type ClinicFacts = ClinicContent & {
  /** 'Open today, 9 am to 5 pm' in clinic local time. */
  today: string
  week: ReturnType<typeof hoursByDay>
}

/** The one door to the clinic's facts; nothing else reads content/clinic.ts. */
export const clinicFacts = (now: number): ClinicFacts => ({
  ...clinic,
  today: describeToday(clinic, now),
  week: hoursByDay(clinic),
})
