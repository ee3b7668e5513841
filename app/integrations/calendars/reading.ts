import type { Oddity } from './calendar-work.ts'
import type { Interval } from './merge-intervals.ts'
import type { WallClock } from './wall-clock.ts'

/** What the reading of each event of a calendar shares. */
export type Reading = { clock: WallClock; within: Interval; note: (oddity: Oddity) => void }

/** Each of an event, whatever happens to the others. */
export function attempt<Result>(note: Reading['note'], read: () => Result | undefined): Result | undefined {
  try {
    return read()
  } catch {
    note('unreadable-event')
    return undefined
  }
}
