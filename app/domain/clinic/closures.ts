import { clinicDate, formatClock, formatDay, formatDayAndYear } from '#app/domain/shared/clinic-time.ts'
import type { Holiday } from './holidays.ts'
import type { Closure, NewClosure } from './sections.ts'

export const isOn = ({ firstDay, lastDay }: Closure, day: Temporal.PlainDate) => {
  const text = day.toString()
  return firstDay <= text && text <= lastDay
}

export const toClosure = ({ day, name }: Holiday): Closure => ({
  id: `holiday-${day}`,
  firstDay: day,
  lastDay: day,
  reason: name,
})

/** Whether an interval overlaps a closure. */
export function isClosedAt(
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  closures: readonly Closure[],
  timeZone: string,
) {
  const [start, end] = [startsAt, endsAt - 1].map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5),
  )
  const day = clinicDate(startsAt, timeZone)
  return closures.some(
    (closure) => isOn(closure, day) && (!closure.part || (start! < closure.part.closes && end! >= closure.part.opens)),
  )
}

/** Whether some of its days are still to come, or it is today. */
export const isActive = ({ lastDay }: Closure, today: Temporal.PlainDate) => lastDay >= today.toString()

/** 'Thursday, November 26, to Friday, November 27', '… , 12 pm to 3 pm'; with the year where it is not this one. */
export const describeClosure = (closure: Closure, today: Temporal.PlainDate | string) =>
  daysAndTimes(closure, (day) => formatDay(day, today))

/** The same with the year and the reason, for the audit trail: 'Friday, November 27, 2026: Burst pipe'. */
export const recordedClosure = (closure: NewClosure) =>
  [daysAndTimes(closure, formatDayAndYear), closure.reason].filter(Boolean).join(': ')

function daysAndTimes({ firstDay, lastDay, part }: NewClosure, inWords: (day: string) => string) {
  const days = [...new Set([firstDay, lastDay])].map((day) => inWords(day))
  const times = part ? [`${formatClock(part.opens)} to ${formatClock(part.closes)}`] : []
  return [days.join(' to '), ...times].join(', ')
}
