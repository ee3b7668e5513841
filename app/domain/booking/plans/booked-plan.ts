import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { WithoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { PlanProgress } from './plan-days.ts'

/** A plan that was booked, as somebody sees it: a practitioner has the days that are hers. */
export type BookedPlan = WithoutNulls<Selectable<Tables['plans']>> & {
  /** In the order of their times. */
  days: NumberedDay[]
  /** Of all days. */
  progress: PlanProgress
}

export const planFilters = ['current', 'attention', 'ended'] as const
/** 'attention': days are left, and others have to be put elsewhere. */
export type PlanFilter = (typeof planFilters)[number]

/** `number`: of the plan's days, in the order of their times. */
export type NumberedDay = Appointment & { number: number }

export const numberDays = (days: readonly Appointment[]): NumberedDay[] =>
  days.toSorted((one, other) => one.startsAt - other.startsAt).map((day, index) => ({ ...day, number: index + 1 }))

export const isMissed = ({ state }: Pick<Appointment, 'state'>) =>
  state === 'cancelled' || state === 'declined' || state === 'no-show'

export const needsAttention = ({ left, missed }: PlanProgress) => left > 0 && missed > 0
