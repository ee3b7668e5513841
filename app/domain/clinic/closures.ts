import { clinicDate, formatClock, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Holiday } from './holidays.ts'
import type { Closure } from './overlays.ts'

export const isOn = ({ firstDay, lastDay }: Closure, day: Temporal.PlainDate) => {
  const text = day.toString()
  return firstDay <= text && text <= lastDay
}

/** A holiday as the closure that it is. */
export const closureOf = ({ day, name }: Holiday): Closure => ({
  id: `holiday-${day}`,
  firstDay: day,
  lastDay: day,
  reason: name,
})

/** Whether a stretch of time reaches into a closure. */
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
export const isComing = ({ lastDay }: Closure, today: Temporal.PlainDate) => lastDay >= today.toString()

/** 'Thursday, November 26, to Friday, November 27', '… , 12 pm to 3 pm'; with the year where it is not this one. */
export function describeClosure({ firstDay, lastDay, part }: Closure, today: Temporal.PlainDate) {
  const days = [...new Set([firstDay, lastDay])].map((day) => formatDay(Temporal.PlainDate.from(day), today))
  const times = part ? [`${formatClock(part.opens)} to ${formatClock(part.closes)}`] : []
  return [days.join(' to '), ...times].join(', ')
}
