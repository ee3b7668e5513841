import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'

/** How far ahead a slot may be reserved. */
const horizonMs = 3_000
/** Slower than this makes no sense. */
const longestMs = 24 * 60 * 60 * 1000
/** Clocks of two machines may differ by so much. */
const toleranceMs = 60_000

type RateSlot = { ok: true; at: number } | { ok: false; askAgainAt: number }

/**
 * Reserves the next slot of something that happens at most `perSecond` times a second, whichever process does it.
 * When the next few seconds are taken already, nothing is reserved. Times are epoch milliseconds.
 */
export async function reserveRateSlot(
  { tx }: { tx: Tx },
  key: string,
  { perSecond, now }: { perSecond: number; now: number },
): Promise<RateSlot> {
  const betweenMs = Math.ceil(Math.min(1000 / perSecond, longestMs))
  // A clock that was set back must not stop everything until it is that late again.
  const believable = now + horizonMs + betweenMs + toleranceMs
  const row = await tx
    .insertInto('limits')
    .values({ key, windowStart: now + betweenMs, count: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          windowStart: sql<number>`case when limits.window_start > ${now} and limits.window_start <= ${believable}
          then limits.window_start else ${now} end + ${betweenMs}`,
        })
        .where(({ or, eb }) =>
          or([eb('limits.windowStart', '<=', now + horizonMs), eb('limits.windowStart', '>', believable)]),
        ),
    )
    .returning('windowStart')
    .executeTakeFirst()
  if (row) return { ok: true, at: row.windowStart - betweenMs }
  const { windowStart: next } = await tx
    .selectFrom('limits')
    .select('windowStart')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { ok: false, askAgainAt: next - horizonMs }
}
