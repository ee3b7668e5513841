import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'

/** `key` names the job in `beats`, and is its `uniqueKey` while it waits. */
export type RecurringJob = {
  kind:
    | 'drill-copy'
    | 'read-bounces'
    | 'read-calendars'
    | 'read-feed'
    | 'sweep'
    | 'verify-audit'
    | 'watch-checks'
    | 'watch-payments'
    | 'follow-texts'
  key: string
  everyMs: number
}

/** Whether no process has enqueued it within its interval or since `startedAt`. */
export async function isRecurringJobDue(db: Db, job: RecurringJob, now: number, startedAt = 0) {
  const current = db
    .selectFrom('beats')
    .select('key')
    .where('key', '=', job.key)
    .where((column) => column.not(isDue(column, job, now, startedAt)))
  return (await current.executeTakeFirst()) === undefined
}

/** Claims a job that is due. Returns false if another process did. */
export async function claimRecurringJob(tx: Tx, job: RecurringJob, now: number, startedAt = 0) {
  const claimed = await tx
    .insertInto('beats')
    .values({ key: job.key, enqueuedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ enqueuedAt: now })
        .where((column) => isDue(column, job, now, startedAt)),
    )
    .returning('key')
    .execute()
  return claimed.length > 0
}

const isDue = (
  { eb, or }: ExpressionBuilder<Tables, 'beats'>,
  { everyMs }: RecurringJob,
  now: number,
  startedAt: number,
) =>
  or([
    // Exactly one interval ago counts as due, hence the millisecond.
    eb('beats.enqueuedAt', '<', Math.max(now - everyMs + 1, startedAt)),
    // Enqueued by a clock that was ahead.
    eb('beats.enqueuedAt', '>', now + everyMs),
  ])
