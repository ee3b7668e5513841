import { type Appointment, canChange, isActive } from '#app/domain/booking/appointment.ts'
import { isMovable } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps, ChangedBy } from '#app/domain/booking/deps.ts'
import { holdsNoTime } from '#app/domain/booking/held-back/held-back.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { type NumberedDay, numberDays } from './booked-plan.ts'
import { needsOfDay } from './plan-days.ts'
import { toGaps } from './plan-rules.ts'
import { listPlanTemplates, type PlanTemplate, type TemplateDay } from './plan-template.ts'
import type { Plan } from './plans.server.ts'

/** What of a plan can be put elsewhere together: its days that can still be moved, by time, and how they follow each other. */
export type PlanRest = {
  moving: NumberedDay[]
  /** Of these days. */
  template: PlanTemplate
  /** Not before this day, because of the days that stay. */
  earliest: Temporal.PlainDate | undefined
}

type Deps = Pick<BookingDeps, 'booking' | 'clinic' | 'content'>

export function findRest(
  deps: Deps,
  by: ChangedBy,
  { templateId, title, days: all }: Pick<Plan, 'templateId' | 'title' | 'days'>,
  now: number,
): PlanRest {
  const facts = deps.clinic.facts(now)
  const days = numberDays(all)
  const mayMove = (day: Appointment) => by !== 'patient' || (isMovable(deps, day, now) && !holdsNoTime(day))
  const moving = days.filter((day) => canChange(day, now) && mayMove(day))
  const booked = listPlanTemplates(deps.content).find(({ id }) => id === templateId)
  const { samePerson = false, daysOff = [] } = booked ?? {}
  const template = { id: templateId, title, samePerson, daysOff, days: moving.map(toStep) }
  const staying = days.filter((day) => !moving.includes(day) && (isActive(day) || day.state === 'completed')).at(-1)
  return { moving, template, earliest: staying && template.days[0] && findEarliest(staying, template.days[0]) }

  /** As the template has it, with the length that was booked; otherwise at most as far from the day before as it is. */
  function toStep(day: Appointment, place: number): TemplateDay {
    const needs = needsOfDay(day)!
    const step = booked?.days[(day.planDay ?? 0) - 1]
    if (step?.serviceId === day.serviceId) return { ...step, needs: { ...step.needs, ...needs } }
    const before = moving[place - 1] ?? day
    const { days: apart } = clinicDate(before.startsAt, facts.timeZone).until(clinicDate(day.startsAt, facts.timeZone))
    return { serviceId: day.serviceId, needs, gap: { least: 1, most: Math.max(1, apart) } }
  }

  function findEarliest(stays: Appointment, { gap }: TemplateDay) {
    const last = clinicDate(stays.startsAt, facts.timeZone)
    const after = Array.from({ length: longestRest }, (_, index) => last.add({ days: index + 1 }))
    return after.find((day) => toGaps([last, day], template, facts)[1]! >= gap.least) ?? last.add({ days: longestRest })
  }
}

/** In days; a clinic that is closed for longer than this has other worries. */
const longestRest = 60
