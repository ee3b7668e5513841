import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'

/** `key` names the job in `beats`, and is its `uniqueKey` while it waits. */
export type RecurringJob = {
  kind: 'read-feed' | 'sweep' | 'verify-audit' | 'watch-checks'
  key: string
  everyMs: number
}

/** Claims a job that no process has enqueued within its interval or since `startedAt`. */
export async function claimRecurringJob(tx: Tx, { key, everyMs }: RecurringJob, now: number, startedAt = 0) {
  const claimed = await tx
    .insertInto('beats')
    .values({ key, enqueuedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ enqueuedAt: now })
        .where(({ eb, or }) =>
          or([
            // Exactly one interval ago counts as due, hence the millisecond.
            eb(sql.ref('beats.enqueuedAt'), '<', Math.max(now - everyMs + 1, startedAt)),
            // Enqueued by a clock that was ahead.
            eb(sql.ref('beats.enqueuedAt'), '>', now + everyMs),
          ]),
        ),
    )
    .returning('key')
    .execute()
  return claimed.length > 0
}
