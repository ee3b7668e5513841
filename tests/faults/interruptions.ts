/** When a fault was in effect; `until` is Infinity while it lasts. */
export type Interruption = { from: number; until: number }

/** If a process cannot record results for this long, its lease expires and they are lost. */
const recordingTimeoutMs = 15_000
const clockMs = 500

/**
 * Whether a fault was in effect after the mail server accepted a mail and before the mail was repeated (`nextAt`), so
 * that the process could not record the first one as sent.
 */
export const wasInterrupted = (at: number, interruptions: Interruption[], nextAt = Infinity) =>
  interruptions.some(({ from, until }) => until >= at - clockMs && from <= Math.min(at + recordingTimeoutMs, nextAt))
