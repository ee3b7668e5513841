import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import type { DayNeeds } from '#app/domain/booking/service-needs.ts'

/** A day of a plan keeps its length and its number of people wherever it is moved; other appointments need what their service says. */
export const needsOfDay = ({
  planId,
  startsAt,
  endsAt,
  assistants,
}: Pick<Appointment, 'planId' | 'startsAt' | 'endsAt' | 'assistants'>): DayNeeds | undefined =>
  planId === undefined ? undefined : { minutes: (endsAt - startsAt) / 60_000, together: 1 + assistants.length }

type Day = Pick<Appointment, 'state' | 'startsAt' | 'endsAt'>

export type PlanProgress = {
  days: number
  done: number
  /** Ahead of the patient, also today. */
  left: number
  /** Days that are canceled, were declined or to which nobody came: to be put elsewhere. */
  missed: number
}

/** How far a plan is. A day that is over and has no outcome yet counts as done. */
export function toProgress(days: readonly Day[], now: number): PlanProgress {
  const done = days.filter((day) => day.state === 'completed' || (isActive(day) && day.endsAt <= now)).length
  const left = days.filter((day) => isActive(day) && day.endsAt > now).length
  return { days: days.length, done, left, missed: days.length - done - left }
}
