import { slotMinutes } from './booking-content.ts'
import type { Resource } from './service-needs.ts'

/** Epoch milliseconds, from `from` to before `until`. */
export type Interval = { from: number; until: number }

export type BusyInterval = Interval & { resource: Resource }

export const slotMs = slotMinutes * 60_000

const firstSlot = ({ from }: Interval) => Math.floor(from / slotMs)
const slotAfter = ({ until }: Interval) => Math.ceil(until / slotMs)

/** The first slot that an interval touches, counted from the epoch, and how many. */
export function slotRange(interval: Interval) {
  const first = firstSlot(interval)
  return { first, count: slotAfter(interval) - first }
}

export function slotsOf(interval: Interval) {
  const { first, count } = slotRange(interval)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Whether two intervals touch the same slot. */
export const overlaps = (one: Interval, other: Interval) =>
  firstSlot(one) < slotAfter(other) && firstSlot(other) < slotAfter(one)
