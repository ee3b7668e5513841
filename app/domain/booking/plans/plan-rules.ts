import { type HoursOfClinic, openHoursOn, weekdayOf } from '#app/domain/clinic/opening-hours.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { PlanTemplate } from './plan-template.ts'
import { mostStretch } from './propose.ts'

/** Whether the clinic is open, and the plan has it as no day off. */
export const canTakePlace = (
  { daysOff }: Pick<PlanTemplate, 'daysOff'>,
  clinic: HoursOfClinic,
  day: Temporal.PlainDate,
) => openHoursOn(clinic, day).length > 0 && !daysOff.includes(weekdayOf(day))

/** Since the day before it, in days on which something can be given; 0 of the first. */
export function toGaps(
  days: readonly Temporal.PlainDate[],
  template: Pick<PlanTemplate, 'daysOff'>,
  clinic: HoursOfClinic,
) {
  return days.map((day, place) => {
    const before = days[place - 1]
    if (!before) return 0
    let gap = 0
    for (let at = before.add({ days: 1 }); Temporal.PlainDate.compare(at, day) <= 0; at = at.add({ days: 1 }))
      if (at.equals(day) || canTakePlace(template, clinic, at)) gap += 1
    return gap
  })
}

export type PlanFit =
  /** As the template has it. */
  | 'as-planned'
  /** With longer gaps, which the clinic has to confirm. */
  | 'spread'
  /** Days too near to each other or too far apart, in another order, or at an hour that the template leaves out. */
  | 'not-planned'

/** How days fit the template, whatever is free. */
export function fitPlan(template: PlanTemplate, startsAt: readonly number[], clinic: HoursOfClinic): PlanFit {
  if (startsAt.length !== template.days.length) return 'not-planned'
  const days = startsAt.map((at) => clinicDate(at, clinic.timeZone))
  // A form may post any days, and counting from a far one to another would take long.
  if (days.some((day, place) => place > 0 && !isSoonAfter(days[place - 1]!, day))) return 'not-planned'
  const gaps = toGaps(days, template, clinic)
  const fits = template.days.map(({ gap }, place): PlanFit => {
    if (place === 0 || (gaps[place]! >= gap.least && gaps[place]! <= gap.most)) return 'as-planned'
    return gaps[place]! > gap.most && gaps[place]! <= gap.most + mostStretch ? 'spread' : 'not-planned'
  })
  return (['not-planned', 'spread'] as const).find((fit) => fits.includes(fit)) ?? 'as-planned'
}

const isSoonAfter = (before: Temporal.PlainDate, day: Temporal.PlainDate) => {
  const { days } = before.until(day)
  return days > 0 && days < 400
}
