import type { Appointment } from '#app/domain/booking/appointment.ts'
import { assignLanes, type ClockInterval } from '#app/domain/booking/calendar/calendar-lanes.ts'
import { type BookedPlan, isMissed } from '#app/domain/booking/plans/booked-plan.ts'
import { patientName } from '#app/ui/admin/patient-name.ts'

/** A plan of which at least one day is shown. */
export type PlanShown = {
  id: string
  title: string
  /** Of its patient. */
  name: string
  /** How many it has. */
  of: number
  /** Those that take place. */
  days: readonly { id: string; number: number }[]
}

export const toPlanShown = ({ id, title, days, progress }: BookedPlan): PlanShown => ({
  id,
  title,
  name: patientName(days.at(-1) ?? { name: '' }),
  of: progress.days,
  days: days.filter((day) => !isMissed(day)).map((day) => ({ id: day.id, number: day.number })),
})

/** What one group of the calendar shows of a plan's bar; without `day` the plan rests, and the bar passes. */
export type PlanPiece = {
  href: string
  title: string
  name: string
  day: { number: number; of: number } | undefined
  person: Appointment['person']
  /** The bar is named in an earlier group of the same row. */
  isLater: boolean
  starts: End
  ends: End
}

/** How a side of the piece looks: the plan begins or ends here, has more days that are not shown, or goes on beside it. */
type End = 'end' | 'more' | 'beside'

/** `person`: of its first day in the bar. */
type Bar = ClockInterval & { plan: PlanShown; person: Appointment['person'] }
type Shown = Pick<Appointment, 'id' | 'person'>

/**
 * The bars of plans above the grid: for each group its part of each row, undefined where the row is free. Over the days
 * of a week a plan has one bar; beside practitioners or rooms each has its own part of the day.
 */
export function toPlanPieces(groups: readonly (readonly Shown[])[], plans: readonly PlanShown[], areDays: boolean) {
  const bars = assignLanes(plans.flatMap((plan) => toBars(groups, plan, areDays)))
  const rows = Math.max(0, ...bars.map(({ lane }) => lane + 1))
  return groups.map((appointments, index) =>
    Array.from({ length: rows }, (_, row) => {
      const bar = bars.find(({ lane, from, until }) => lane === row && from <= index && index < until)
      return bar && toPiece(bar, appointments, index)
    }),
  )
}

function toBars(groups: readonly (readonly Shown[])[], plan: PlanShown, areDays: boolean): Bar[] {
  const parts = groups.flatMap((appointments, index): Bar[] => {
    const found = findDay(plan, appointments)
    return found ? [{ plan, person: found.person, from: index, until: index + 1 }] : []
  })
  const [first, last] = [parts[0], parts.at(-1)]
  return areDays && first && last ? [{ ...first, until: last.until }] : parts
}

function findDay({ days }: PlanShown, appointments: readonly Shown[]) {
  const appointment = appointments.find(({ id }) => days.some((day) => day.id === id))
  const day = days.find(({ id }) => id === appointment?.id)
  return appointment && day && { ...appointment, number: day.number }
}

function toPiece({ plan, person, from, until }: Bar, appointments: readonly Shown[], index: number): PlanPiece {
  const found = findDay(plan, appointments)
  const { of } = plan
  const endOf = (isOuter: boolean, isLast: boolean): End => (isOuter ? (isLast ? 'end' : 'more') : 'beside')
  return {
    href: `/admin/plans/${plan.id}`,
    title: plan.title,
    name: plan.name,
    day: found && { number: found.number, of },
    person,
    isLater: index > from,
    starts: endOf(index === from, found?.number === 1),
    ends: endOf(index === until - 1, found?.number === of),
  }
}
