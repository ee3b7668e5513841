/** The clock of the servers, as far ahead of this process's as the last word says. */
export function createClock(tellServers: (aheadMs: string) => void) {
  const settings = [{ from: -Infinity, aheadMs: 0 }]
  return {
    setAhead(aheadMs: number) {
      settings.push({ from: Date.now(), aheadMs })
      tellServers(String(aheadMs))
    },
    now: () => Date.now() + (settings.at(-1)?.aheadMs ?? 0),
    /** The first moment, by this process's clock, at which the servers' clock showed this; Infinity if it never did. */
    whenShown(shown: number) {
      const moments = settings.map(({ from, aheadMs }, index) => ({
        at: shown - aheadMs,
        from,
        until: (settings[index + 1]?.from ?? Infinity) + delayMs,
      }))
      return Math.min(...moments.filter(({ at, from, until }) => at >= from && at <= until).map(({ at }) => at))
    },
  }
}

/** A busy server may go by the former word for so long. */
const delayMs = 5_000
