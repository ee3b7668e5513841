import { formatClock, formatDay } from '#app/domain/shared/clinic-time.ts'
import type { Closure } from './overlays.ts'

export const isOn = ({ firstDay, lastDay }: Closure, day: Temporal.PlainDate) => {
  const text = day.toString()
  return firstDay <= text && text <= lastDay
}

/** Whether some of its days are still to come, or it is today. */
export const isComing = ({ lastDay }: Closure, today: Temporal.PlainDate) => lastDay >= today.toString()

/** 'Thursday, November 26, to Friday, November 27', '… , 12 pm to 3 pm'; with the year where it is not this one. */
export function describeClosure({ firstDay, lastDay, part }: Closure, today: Temporal.PlainDate) {
  const days = [...new Set([firstDay, lastDay])].map((day) => formatDay(Temporal.PlainDate.from(day), today))
  const times = part ? [`${formatClock(part.opens)} to ${formatClock(part.closes)}`] : []
  return [days.join(' to '), ...times].join(', ')
}
