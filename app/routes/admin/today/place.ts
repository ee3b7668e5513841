import type { Interval } from '#app/domain/booking/busy.ts'
import { dayPosition } from '#app/ui/admin/day-position.ts'

/** Hours and steps of five minutes after the day's first hour, and its length. Style attributes are forbidden. */
export type Place = { hour: number; step: number; hours: number; steps: number }

/** The present, with its time. */
export type Moment = Place & { text: string }

const stepMs = 5 * 60_000

/** Undefined for what lies outside. */
export function toPlace(frame: Interval, { from, until }: Interval): Place | undefined {
  const first = Math.max(0, Math.round((from - frame.from) / stepMs))
  const last = Math.round((Math.min(until, frame.until) - frame.from) / stepMs)
  if (last <= first) return undefined
  const length = last - first
  return { hour: Math.floor(first / 12), step: first % 12, hours: Math.floor(length / 12), steps: length % 12 }
}

export const placeClass = ({ hour, step, hours, steps }: Place) =>
  dayPosition({ hour, minute: step * 5, hours, minutes: steps * 5 })
