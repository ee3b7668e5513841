/** From when to when something was not as it should be; `until` is Infinity while it lasts. */
export type Interruption = { from: number; until: number }

/** Results that a process could not note for so long are lost with its lease. */
const longestSettlingMs = 15_000
const clockMs = 500

/**
 * Whether something was interrupted after the mail server had taken a mail and before it was sent again (`nextAt`), so
 * that nobody could note the first.
 */
export const wasInterrupted = (at: number, interruptions: Interruption[], nextAt = Infinity) =>
  interruptions.some(({ from, until }) => until >= at - clockMs && from <= Math.min(at + longestSettlingMs, nextAt))
