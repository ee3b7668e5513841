import { setTimeout as pause } from 'node:timers/promises'
import type { Seen } from './suite.ts'

/** An answer that says: not now. */
export const refused = Symbol('refused')

/** Retries until it works: a killed server breaks connections, and one without its database answers 503. */
export async function persist<Result>(
  seen: Seen,
  act: () => Promise<Result | typeof refused | undefined>,
): Promise<Result> {
  const deadline = performance.now() + givesUpAfterMs
  let last: unknown = 'refused all the time'
  for (;;) {
    try {
      const result = await act()
      if (result !== undefined && result !== refused) return result
      seen.refused += 1
    } catch (error) {
      last = error
      const [, status] = /answered (\d+)$/.exec(String(error)) ?? []
      if (status === undefined) seen.unanswered += 1
      else seen.refused += 1
      if (status !== undefined && status !== '503') seen.strange.push(String(error))
    }
    if (performance.now() > deadline) throw new Error('a visitor gave up', { cause: last })
    await pause(50)
  }
}

/** Long, for machines with much else to do. */
const givesUpAfterMs = 5 * 60_000
