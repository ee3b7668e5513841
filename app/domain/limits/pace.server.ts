import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'

/** How far ahead slots are reserved. */
const horizonMs = 3_000
const longestMs = 24 * 60 * 60 * 1000
/** Clocks of two machines may differ this much. */
const toleranceMs = 60_000

type RateSlot = { ok: true; at: number } | { ok: false; askAgainAt: number }

/**
 * Reserves the next slot of a rate that all processes share. When the next few seconds are taken, nothing is reserved.
 * Times are epoch milliseconds.
 */
export async function reserveRateSlot(
  { tx }: { tx: Tx },
  key: string,
  { perSecond, now }: { perSecond: number; now: number },
): Promise<RateSlot> {
  const betweenMs = Math.ceil(Math.min(1000 / perSecond, longestMs))
  // A later slot comes from a clock that was set back since, and is ignored.
  const latest = now + horizonMs + betweenMs + toleranceMs
  const row = await tx
    .insertInto('limits')
    .values({ key, windowStart: now + betweenMs, count: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          windowStart: sql<number>`case when limits.window_start > ${now} and limits.window_start <= ${latest}
          then limits.window_start else ${now} end + ${betweenMs}`,
        })
        .where(({ or, eb }) =>
          or([eb('limits.windowStart', '<=', now + horizonMs), eb('limits.windowStart', '>', latest)]),
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
