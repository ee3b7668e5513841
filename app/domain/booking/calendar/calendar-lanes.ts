/** Minutes since midnight by the clock. */
export type ClockInterval = { from: number; until: number }

/** The lane of an entry, and how many lanes share its width. */
export type Lane = { lane: number; lanes: number }

/** Puts entries that overlap side by side. They come back in the order of their times. */
export function assignLanes<Entry extends ClockInterval>(entries: readonly Entry[]): (Entry & Lane)[] {
  const inOrder = [...entries].sort((a, b) => a.from - b.from || b.until - a.until)
  const placed: (Entry & Lane)[] = []
  let cluster: (Entry & Lane)[] = []
  /** When each lane of the cluster is free again. */
  let free: number[] = []
  for (const entry of inOrder) {
    if (free.every((until) => until <= entry.from)) {
      cluster = []
      free = []
    }
    const first = free.findIndex((until) => until <= entry.from)
    const lane = first === -1 ? free.length : first
    free[lane] = entry.until
    const added = { ...entry, lane, lanes: 1 }
    cluster.push(added)
    for (const each of cluster) each.lanes = free.length
    placed.push(added)
  }
  return placed
}

/** The parts of an interval in which nothing is open. */
export function outside(open: readonly ClockInterval[], { from, until }: ClockInterval): ClockInterval[] {
  const inOrder = [...open].sort((a, b) => a.from - b.from)
  const starts = [from, ...inOrder.map((span) => Math.min(span.until, until))]
  const ends = [...inOrder.map((span) => Math.max(span.from, from)), until]
  return starts.map((start, index) => ({ from: start, until: ends[index]! })).filter((gap) => gap.from < gap.until)
}
