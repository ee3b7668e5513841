import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'

export type Limit = { most: number; windowMs: number }

/**
 * Counts one use under `key` and answers whether it is still within the limit.
 * One upsert, alike on both databases; a key names a person only through a fingerprint.
 */
export async function withinLimit({ tx }: { tx: Tx }, key: string, { most, windowMs }: Limit, now: number) {
  // A window opens with the first use, so that no clock tick doubles what is allowed.
  const stillOpen = sql<boolean>`limits.window_start > ${now - windowMs}`
  const { count } = await tx
    .insertInto('limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${stillOpen} then limits.count + 1 else 1 end`,
        window_start: sql<number>`case when ${stillOpen} then limits.window_start else excluded.window_start end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= most
}

/** Windows are at most a day long; older counters say nothing any more. */
export async function forgetOldLimits({ tx }: { tx: Tx }, now: number) {
  await tx
    .deleteFrom('limits')
    .where('window_start', '<', now - 24 * 60 * 60 * 1000)
    .execute()
}
