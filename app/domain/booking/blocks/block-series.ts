import type { Weekday } from '#app/domain/clinic/clinic.ts'
import { weekdayOf } from '#app/domain/clinic/opening-hours.ts'
import { earlierDay, laterDay } from '#app/domain/shared/clinic-time.ts'

/** On which days a block is repeated. Weeks begin on Sunday, as in the form, and the first one is that of `firstDay`. */
export type Repeat = {
  firstDay: Temporal.PlainDate
  /** Otherwise forever. */
  lastDay?: Temporal.PlainDate | undefined
  everyWeeks: number
  weekdays: readonly Weekday[]
}

/** The days from one day to another, both included. */
export function seriesDays(
  { firstDay, lastDay, everyWeeks, weekdays }: Repeat,
  { first, last }: { first: Temporal.PlainDate; last: Temporal.PlainDate },
): Temporal.PlainDate[] {
  const anchor = sundayOf(firstDay)
  const until = lastDay ? earlierDay(lastDay, last) : last
  const days: Temporal.PlainDate[] = []
  for (let day = laterDay(firstDay, first); Temporal.PlainDate.compare(day, until) <= 0; day = day.add({ days: 1 })) {
    const week = anchor.until(sundayOf(day)).days / 7
    if (week % everyWeeks === 0 && weekdays.includes(weekdayOf(day))) days.push(day)
  }
  return days
}

const sundayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek % 7 })
