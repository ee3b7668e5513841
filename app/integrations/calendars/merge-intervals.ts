/** Epoch milliseconds, from `from` to before `until`. */
export type Interval = { from: number; until: number }

/** In order, and none touches another. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { from, until } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && from <= last.until) last.until = Math.max(last.until, until)
    else merged.push({ from, until })
  }
  return merged
}

/** The part of an interval that lies within another; undefined if they only touch. */
export function clip({ from, until }: Interval, within: Interval): Interval | undefined {
  const clipped = { from: Math.max(from, within.from), until: Math.min(until, within.until) }
  return clipped.from < clipped.until ? clipped : undefined
}
