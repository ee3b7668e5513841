import { quantumMinutes } from './booking-schema.ts'
import type { Resource } from './plan.ts'

const quantumMs = quantumMinutes * 60_000

/** The number of the quantum in which an instant lies, since the epoch. */
const quantumAt = (epochMs: number) => Math.floor(epochMs / quantumMs)

/** The quanta of a stretch of time, from its first instant to before its end. */
export function quantaOf({ from, until }: Stretch) {
  const first = quantumAt(from)
  return Array.from({ length: Math.ceil(until / quantumMs) - first }, (_, index) => first + index)
}

/** Epoch milliseconds, from `from` to before `until`. */
export type Stretch = { from: number; until: number }

export type BusyStretch = Stretch & { resource: Resource }

/** Who and what is taken when, within some time; one byte for each quantum, so that asking costs next to nothing. */
export function createBusy(within: Stretch, taken: readonly BusyStretch[]) {
  const first = quantumAt(within.from)
  const length = Math.max(0, quantumAt(within.until - 1) - first + 1)
  const maps = new Map<Resource, Uint8Array>()
  for (const { resource, from, until } of taken) {
    const map = maps.get(resource) ?? new Uint8Array(length)
    maps.set(resource, map)
    map.fill(1, Math.max(0, quantumAt(from) - first), Math.max(0, Math.ceil(until / quantumMs) - first))
  }
  return {
    isFree(resource: Resource, { from, until }: Stretch) {
      const map = maps.get(resource)
      if (!map) return true
      const end = Math.ceil(until / quantumMs) - first
      for (let index = quantumAt(from) - first; index < end; index += 1) if (map[index]) return false
      return true
    },
  }
}

export type Busy = ReturnType<typeof createBusy>
