import { sql } from 'kysely'
import type { Db, Tx } from '#app/database/tables.ts'

/** `key` names the job in `beats`, and is its `uniqueKey` while it waits. */
export type RecurringJob = {
  kind: 'read-feed' | 'sweep' | 'verify-audit' | 'watch-checks'
  key: string
  everyMs: number
}

/** The jobs that no process has enqueued within their interval or since `startedAt`. */
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

/** Claims a job that is still due; once `tx` has committed, no other process can. */
export async function claimRecurringJob(tx: Tx, job: RecurringJob, now: number, startedAt = 0): Promise<boolean> {
  const claimed = await tx
    .insertInto('beats')
    .values({ key: job.key, enqueuedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ enqueuedAt: now })
        .where(({ eb, or }) =>
          or([
            eb(sql.ref('beats.enqueuedAt'), '<', latestBefore(job, now, startedAt)),
            // Enqueued by a clock that was ahead.
            eb(sql.ref('beats.enqueuedAt'), '>', now + job.everyMs),
          ]),
        ),
    )
    .returning('key')
    .execute()
  return claimed.length > 0
}

/** Exactly one interval ago counts as due, hence the millisecond. */
const latestBefore = ({ everyMs }: RecurringJob, now: number, startedAt: number) =>
  Math.max(now - everyMs + 1, startedAt)
