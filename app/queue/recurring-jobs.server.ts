import { sql } from 'kysely'
import type { Db, Tx } from '#app/database/tables.ts'

/** A job that comes back; `key` names it in the database, as its `uniqueKey` does while it waits. */
export type RecurringJob = {
  kind: 'read-feed' | 'sweep' | 'verify-audit' | 'watch-checks'
  key: string
  everyMs: number
}

/** Those that no process enqueued since their last time; `startedAt`: nor since then, in epoch milliseconds. */
export async function dueRecurringJobs(
  db: Db,
  jobs: RecurringJob[],
  now: number,
  startedAt = 0,
): Promise<RecurringJob[]> {
  const rows = await db.selectFrom('beats').selectAll().execute()
  return jobs.filter((job) => {
    const at = rows.find(({ key }) => key === job.key)?.enqueuedAt
    return at === undefined || at < latestBefore(job, now, startedAt) || at > now + job.everyMs
  })
}

/** Whether it is still due; then it is taken, and due for nobody else once `tx` has committed. */
export async function claimRecurringJob(tx: Tx, job: RecurringJob, now: number, startedAt = 0): Promise<boolean> {
  const taken = await tx
    .insertInto('beats')
    .values({ key: job.key, enqueuedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ enqueuedAt: now })
        .where(({ eb, or }) =>
          or([
            eb(sql.ref('beats.enqueuedAt'), '<', latestBefore(job, now, startedAt)),
            // A clock that was ahead must not put it off.
            eb(sql.ref('beats.enqueuedAt'), '>', now + job.everyMs),
          ]),
        ),
    )
    .returning('key')
    .execute()
  return taken.length > 0
}

/** Exactly one interval ago counts as due, hence the millisecond. */
const latestBefore = ({ everyMs }: RecurringJob, now: number, startedAt: number) =>
  Math.max(now - everyMs + 1, startedAt)
