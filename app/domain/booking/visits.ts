import { type Appointment, isUpcoming } from './appointment.ts'

/** What a list says of a person's appointments. */
export type VisitSummary = {
  next: Pick<Appointment, 'startsAt' | 'serviceId'> | undefined
  /** The latest that took place. */
  last: Pick<Appointment, 'startsAt'> | undefined
  visits: number
  noShows: number
  /** Whom the person sees most, lately. */
  mostly: Appointment['person'] | undefined
}

/** Of appointments, the latest first. */
export function summarize(appointments: readonly Appointment[], now: number): VisitSummary {
  const held = appointments.filter(
    ({ state }) => state === 'completed' || state === 'arrived' || state === 'in-session',
  )
  return {
    next: appointments.findLast((appointment) => isUpcoming(appointment, now)),
    last: held[0],
    visits: held.length,
    noShows: appointments.filter(({ state }) => state === 'no-show').length,
    mostly: mostFrequent(appointments.slice(0, 20).map(({ person }) => person)),
  }
}

/** The first of those that are there most often. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => ({ value, length }))
  return counts.toSorted((one, other) => other.length - one.length)[0]?.value
}

/** Appointments of one person at the same time, which merging two people may bring to light. */
export function findOverlapping(appointments: readonly Appointment[], now: number) {
  const upcoming = appointments.filter((appointment) => isUpcoming(appointment, now))
  return upcoming.filter((one) =>
    upcoming.some((other) => one !== other && one.startsAt < other.endsAt && other.startsAt < one.endsAt),
  )
}
