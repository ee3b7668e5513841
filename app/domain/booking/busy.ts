import { quantumMinutes } from './booking-schema.ts'
import type { Resource } from './plan.ts'

export const quantumMs = quantumMinutes * 60_000

/** The number of the quantum in which an instant lies, since the epoch. */
const quantumAt = (epochMs: number) => Math.floor(epochMs / quantumMs)

/** How many quanta a stretch of time touches, from which on. */
export function quantaIn({ from, until }: Stretch) {
  const first = quantumAt(from)
  return { first, count: Math.ceil(until / quantumMs) - first }
}

export function quantaOf(stretch: Stretch) {
  const { first, count } = quantaIn(stretch)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Epoch milliseconds, from `from` to before `until`. */
export type Stretch = { from: number; until: number }

export type BusyStretch = Stretch & { resource: Resource }

/** Quanta in a row, `count` of them from the one with the number `first` on. */
export type TakenQuanta = { resource: Resource; first: number; count: number }

export const takenQuanta = (taken: BusyStretch): TakenQuanta => ({ resource: taken.resource, ...quantaIn(taken) })

/** Who and what is taken when, within some time; one byte for each quantum, so that asking costs next to nothing. */
export function createBusy(within: Stretch, taken: Iterable<TakenQuanta>) {
  const start = quantumAt(within.from)
  const length = Math.max(0, quantumAt(within.until - 1) - start + 1)
  const maps = new Map<Resource, Uint8Array>()
  for (const { resource, first, count } of taken) {
    const map = maps.get(resource) ?? new Uint8Array(length)
    maps.set(resource, map)
    map.fill(1, Math.max(0, first - start), Math.max(0, first + count - start))
  }
  return {
    isFree(resource: Resource, { from, until }: Stretch) {
      const map = maps.get(resource)
      if (!map) return true
      const end = Math.ceil(until / quantumMs) - start
      for (let index = quantumAt(from) - start; index < end; index += 1) if (map[index]) return false
      return true
    },
  }
}

export type Busy = ReturnType<typeof createBusy>
