import type { ClockInterval } from '#app/domain/booking/calendar/calendar-lanes.ts'
import { dayPosition } from '#app/ui/admin/day-position.ts'

/** The place of an interval in the grid, as classes. In steps of five minutes, like all times of appointments. */
export function toPosition({ from, until }: ClockInterval) {
  const start = Math.floor(from / 5) * 5
  const length = Math.max(5, Math.ceil(until / 5) * 5 - start)
  return dayPosition({
    hour: Math.floor(start / 60),
    minute: start % 60,
    hours: Math.floor(length / 60),
    minutes: length % 60,
  })
}
