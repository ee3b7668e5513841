import type { Tx } from '#app/database/tables.ts'
import { type Allowed, toleranceMs } from './limits.server.ts'

/** After `free` attempts each further one waits twice as long as the one before, up to `longestMs`. */
export type Backoff = { free: number; firstMs: number; longestMs: number }

/** Counters expire, and are swept, after this long without an attempt. */
const expiresAfterMs = 24 * 60 * 60 * 1000
/** Retries when other attempts write at the same moment. */
const mostRetries = 20

/**
 * Counts an attempt before it is made, so that many at once do not all pass. A rejected one is not counted. In the table
 * of the limits, `windowStart` is the time of the last attempt.
 */
export async function countAttempt({ tx }: { tx: Tx }, key: string, delay: Backoff, now: number): Promise<Allowed> {
  for (let retry = 0; retry < mostRetries; retry += 1) {
    const seen = await tx
      .selectFrom('limits')
      .select(['count', 'windowStart'])
      .where('key', '=', key)
      .executeTakeFirst()
    const since = seen && now - seen.windowStart
    const isFresh = seen && since !== undefined && since > -toleranceMs && since < expiresAfterMs
    const waitMs = isFresh ? waitAfter(seen.count, delay) : 0
    // Without a wait, an attempt of the same moment, or of a machine whose clock is ahead, passes too.
    if (seen && waitMs > 0 && seen.windowStart + waitMs > now)
      return { ok: false, reason: 'too-many', retryAt: seen.windowStart + waitMs }
    const next = isFresh
      ? { count: seen.count + 1, windowStart: Math.max(now, seen.windowStart) }
      : { count: 1, windowStart: now }
    if (await write(tx, key, seen, next)) return { ok: true }
  }
  return { ok: false, reason: 'too-many', retryAt: now + delay.firstMs }
}

export async function resetAttempts({ tx }: { tx: Tx }, key: string) {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

type Counter = { count: number; windowStart: number }

/** False when another process wrote meanwhile. */
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
