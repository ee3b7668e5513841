import { setTimeout as pause } from 'node:timers/promises'

/** Whether this is `npm run test:long`, which has the whole length of what `npm test` does briefly. */
export const isLong = process.env.TEST_LENGTH === 'long'

/** Polls until `ask` returns a result, for events in another process that may be late on a slow machine. */
export async function until<Answer>(ask: () => Promise<Answer | undefined>, withinMs = 60_000): Promise<Answer> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const askedAt = performance.now()
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error('it did not happen in time')
    await pause(pauseAfter(performance.now() - askedAt))
  }
}

/**
 * A poll often opens a database connection, which can cost as much as the awaited work itself. Polling takes at most a
 * fifth of the time, so that it does not delay the result.
 */
const pauseAfter = (tookMs: number) => Math.min(Math.max(25, 4 * tookMs), 250)

/** The CPU time of this thread for some work, in milliseconds, regardless of other load on the machine. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
