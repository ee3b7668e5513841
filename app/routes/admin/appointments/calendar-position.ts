import type { ClockInterval } from '#app/domain/booking/calendar/calendar-lanes.ts'

/**
 * The place of an interval in the grid, as classes of day-positions.css: the Content-Security-Policy forbids style attributes
 * in the server's HTML. In steps of five minutes, like all times of appointments.
 */
export function toPosition({ from, until }: ClockInterval) {
  const start = Math.floor(from / 5) * 5
  const length = Math.max(5, Math.ceil(until / 5) * 5 - start)
  return `at at-h${Math.floor(start / 60)} at-m${start % 60} for-h${Math.floor(length / 60)} for-m${length % 60}`
}
