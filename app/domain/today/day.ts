import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Interval } from '#app/domain/booking/busy.ts'

// The clinic's day: who comes when, who is late, and where there is time.

type Timed = Pick<Appointment, 'state' | 'startsAt'>

/** Whole minutes since it should have begun, while its patient has not arrived. */
export const lateMinutes = ({ state, startsAt }: Timed, now: number) =>
  state === 'confirmed' ? Math.max(0, Math.floor((now - startsAt) / 60_000)) : 0

/** Late patients first, then sessions, then the others by their time. */
export const rankDay = <T extends Timed>(appointments: readonly T[], now: number) =>
  appointments.toSorted((one, other) => rank(one, now) - rank(other, now) || one.startsAt - other.startsAt)

const rank = (appointment: Timed, now: number) =>
  lateMinutes(appointment, now) > 0 ? 0 : appointment.state === 'in-session' ? 1 : 2

/** What of some intervals is left without others. */
export const withoutIntervals = (intervals: readonly Interval[], taken: readonly Interval[]): Interval[] =>
  taken.reduce<Interval[]>(
    (left, cut) =>
      left.flatMap((one) =>
        one.from < cut.until && cut.from < one.until
          ? [
              { from: one.from, until: cut.from },
              { from: cut.until, until: one.until },
            ].filter(({ from, until }) => from < until)
          : [one],
      ),
    [...intervals],
  )
