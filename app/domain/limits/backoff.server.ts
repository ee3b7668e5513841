import type { Tx } from '#app/database/tables.ts'
import type { Allowed } from './limits.server.ts'

/** So many tries at once; then a wait that doubles with each further try, up to the longest. Never for good. */
export type Backoff = { free: number; firstMs: number; longestMs: number }

/** After so long without a try all is forgotten; counters are swept after as long. */
const forgottenAfterMs = 24 * 60 * 60 * 1000
/** Clocks of two machines may differ by so much. */
const toleranceMs = 60_000
/** Tries at the same moment pass one after the other. */
const mostTurns = 20

/**
 * Counts a try under `key` before it is made, so that many at once are not all let through. A refused one is not
 * counted: whoever waits gets a turn. In the table of the limits, with the time of the last try as the window's start.
 */
export async function countAttempt({ tx }: { tx: Tx }, key: string, delay: Backoff, now: number): Promise<Allowed> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const seen = await tx
      .selectFrom('limits')
      .select(['count', 'windowStart'])
      .where('key', '=', key)
      .executeTakeFirst()
    const since = seen && now - seen.windowStart
    const isFresh = seen && since !== undefined && since > -toleranceMs && since < forgottenAfterMs
    const waitMs = isFresh ? waitAfter(seen.count, delay) : 0
    // Who need not wait does not wait either for a try of the same moment, or of a machine whose clock is ahead.
    if (seen && waitMs > 0 && seen.windowStart + waitMs > now) return { ok: false, retryAt: seen.windowStart + waitMs }
    const next = isFresh
      ? { count: seen.count + 1, windowStart: Math.max(now, seen.windowStart) }
      : { count: 1, windowStart: now }
    if (await write(tx, key, seen, next)) return { ok: true }
  }
  return { ok: false, retryAt: now + delay.firstMs }
}

export async function resetAttempts({ tx }: { tx: Tx }, key: string) {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

type Counter = { count: number; windowStart: number }

/** False when another process wrote in between. */
async function write(tx: Tx, key: string, seen: Counter | undefined, next: Counter) {
  if (!seen) {
    const added = tx
      .insertInto('limits')
      .values({ key, ...next })
      .onConflict((conflict) => conflict.doNothing())
    return (await added.returning('key').execute()).length > 0
  }
  const changed = tx
    .updateTable('limits')
    .set(next)
    .where('key', '=', key)
    .where('count', '=', seen.count)
    .where('windowStart', '=', seen.windowStart)
  return (await changed.returning('key').execute()).length > 0
}

function waitAfter(tries: number, { free, firstMs, longestMs }: Backoff) {
  if (tries < free) return 0
  return Math.min(firstMs * 2 ** Math.min(tries - free, 30), longestMs)
}
