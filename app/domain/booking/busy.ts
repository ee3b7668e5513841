import { slotMinutes } from './booking-schema.ts'
import type { Resource } from './plan.ts'

const slotMs = slotMinutes * 60_000

/** The number of the slot of an instant, counted from the epoch. */
const slotAt = (epochMs: number) => Math.floor(epochMs / slotMs)

/** The first slot that an interval touches, and how many. */
export function slotRange({ from, until }: Interval) {
  const first = slotAt(from)
  return { first, count: Math.ceil(until / slotMs) - first }
}

export function slotsOf(interval: Interval) {
  const { first, count } = slotRange(interval)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Epoch milliseconds, from `from` to before `until`. */
export type Interval = { from: number; until: number }

export type BusyInterval = Interval & { resource: Resource }

/** Which people and rooms are busy within an interval, with one byte for each slot of five minutes. */
export function createBusy(within: Interval, busy: Iterable<BusyInterval>) {
  const start = slotAt(within.from)
  const length = Math.max(0, slotAt(within.until - 1) - start + 1)
  const maps = new Map<Resource, Uint8Array>()
  for (const { resource, ...interval } of busy) {
    const { first, count } = slotRange(interval)
    const map = maps.get(resource) ?? new Uint8Array(length)
    maps.set(resource, map)
    map.fill(1, Math.max(0, first - start), Math.max(0, first + count - start))
  }
  return {
    isFree(resource: Resource, { from, until }: Interval) {
      const map = maps.get(resource)
      if (!map) return true
      const end = Math.ceil(until / slotMs) - start
      for (let index = slotAt(from) - start; index < end; index += 1) if (map[index]) return false
      return true
    },
  }
}

export type Busy = ReturnType<typeof createBusy>
