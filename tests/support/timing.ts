import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until there is an answer; for what happens soon in another process, on a slow machine later. */
export async function until<Answer>(ask: () => Promise<Answer | undefined>, withinMs = 30_000): Promise<Answer> {
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
 * A question to a database opens a connection of its own, often with as much work as what is waited for: asking takes a
 * fifth of the time at most, so that it does not hold up the answer.
 */
const pauseAfter = (tookMs: number) => Math.min(Math.max(25, 4 * tookMs), 250)

/** How long this thread itself computes for some work, in milliseconds: other programs on the machine do not count. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
