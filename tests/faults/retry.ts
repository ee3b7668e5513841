import { setTimeout as pause } from 'node:timers/promises'
import type { Seen } from './suite.ts'

/** Returned by an attempt that got a 503. */
export const serviceUnavailable = Symbol('serviceUnavailable')

/** Retries until it works: a killed server breaks connections, and one without its database answers 503. */
export async function retry<Result>(
  seen: Seen,
  act: () => Promise<Result | typeof serviceUnavailable | undefined>,
): Promise<Result> {
  const deadline = performance.now() + retryTimeoutMs
  let last: unknown = 'rejected all the time'
  for (;;) {
    try {
      const result = await act()
      if (result !== undefined && result !== serviceUnavailable) return result
      seen.rejected += 1
    } catch (error) {
      last = error
      const [, status] = /answered (\d+)$/.exec(String(error)) ?? []
      if (status === undefined) seen.unanswered += 1
      else seen.rejected += 1
      if (status !== undefined && status !== '503') seen.unexpected.push(String(error))
    }
    if (performance.now() > deadline) throw new Error('a visitor gave up', { cause: last })
    await pause(50)
  }
}

/** Long, for busy machines. */
const retryTimeoutMs = 5 * 60_000
