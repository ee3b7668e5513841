import { randomUUID } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { claimRecurringJob, isRecurringJobDue, type RecurringJob } from './recurring-jobs.server.ts'
import { type JobKind, type Payload, payloads } from './payloads.ts'

export type Queue = ReturnType<typeof createQueue>

type NewJob<Kind extends JobKind> = { payload: Payload<Kind>; id: string; runAt?: number | undefined }

export function createQueue(database: Database) {
  const listeners = new Set<(kind: JobKind) => void>()
  const notifyAfterCommit = (tx: Tx, kind: JobKind) =>
    database.afterCommit(tx, () => listeners.forEach((listener) => listener(kind)))

  /**
   * Adds a job in the caller's transaction: job and data commit or roll back together.
   * `uniqueKey`: nothing is added while a job with the same key is waiting or running.
   * `id`: by which the caller finds the job again, for `bringForward`, `cancel` and `ensure`.
   */
  async function enqueue<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: Payload<Kind>,
    { uniqueKey, id = randomUUID(), runAt }: { runAt?: number; uniqueKey?: string; id?: string } = {},
  ) {
    await tx
      .insertInto('jobs')
      .values({ ...toRow(kind, { payload, id, runAt }), uniqueKey: uniqueKey ?? null })
      .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
      .execute()
    notifyAfterCommit(tx, kind)
  }

  /** Adds several jobs, due now unless `runAt` is given. One that is there already stays as it is. */
  async function enqueueAll<Kind extends JobKind>(tx: Tx, kind: Kind, jobs: NewJob<Kind>[]) {
    await tx
      .insertInto('jobs')
      .values(jobs.map((job) => toRow(kind, job)))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    notifyAfterCommit(tx, kind)
  }

  /** The same for jobs that were added before: one that failed is replaced. */
  async function requeueAll<Kind extends JobKind>(tx: Tx, kind: Kind, jobs: NewJob<Kind>[]) {
    const ids = jobs.map(({ id }) => id)
    await tx.deleteFrom('jobs').where('id', 'in', ids).where('state', '=', 'failed').execute()
    await enqueueAll(tx, kind, jobs)
  }

  return {
    enqueue,
    enqueueAll,
    requeueAll,
    /** Makes sure that one job has this id and is due at `runAt`; one that failed is replaced, with all its tries. */
    async ensure<Kind extends JobKind>(
      tx: Tx,
      kind: Kind,
      payload: Payload<Kind>,
      { id, runAt = Date.now() }: { id: string; runAt?: number | undefined },
    ) {
      await requeueAll(tx, kind, [{ payload, id, runAt }])
      await tx.updateTable('jobs').set({ runAt }).where('id', '=', id).execute()
    },
    /**
     * Adds the recurring jobs that are due, each once however many processes ask. With `startedAt`, also those that no
     * process has added since then.
     */
    async repeat(jobs: RecurringJob[], startedAt?: number) {
      const now = Date.now()
      const due: RecurringJob[] = []
      for (const job of jobs) if (await isRecurringJobDue(database.db, job, now, startedAt)) due.push(job)
      // Most calls end here, without SQLite's write lock.
      if (due.length === 0) return
      await database.transaction(async (tx) => {
        for (const job of due)
          if (await claimRecurringJob(tx, job, now, startedAt)) await enqueue(tx, job.kind, {}, { uniqueKey: job.key })
      })
    },
    /** Makes waiting jobs due now. `one`: only the job with the fewest attempts, the oldest first. */
    async bringForward(tx: Tx, kind: JobKind, ids: string[], which: 'all' | 'one') {
      const now = Date.now()
      const later = tx.selectFrom('jobs').select('id').where('id', 'in', ids).where('runAt', '>', now)
      const chosen = which === 'one' ? later.orderBy('attempts').orderBy('createdAt').limit(1) : later
      await tx
        .updateTable('jobs')
        .set({ runAt: now })
        .where('id', 'in', chosen)
        .where('state', '=', 'waiting')
        .execute()
      notifyAfterCommit(tx, kind)
    },
    /** Deletes those of the jobs that no worker has begun, and returns their ids. `runAt`: only those due then. */
    async cancel(
      tx: Tx,
      ids: SelectQueryBuilder<Tables, keyof Tables, { id: string }>,
      { runAt }: { runAt?: number } = {},
    ) {
      const unbegun = tx.deleteFrom('jobs').where('id', 'in', ids).where('attempts', '=', 0)
      const chosen = runAt === undefined ? unbegun : unbegun.where('runAt', '=', runAt)
      return (await chosen.returning('id').execute()).map(({ id }) => id)
    },
    /** Whether at least `count` jobs of a kind are due or running. */
    async hasDue(db: Db, kind: JobKind, count: number) {
      const last = await db
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', 'waiting')
        .where('kind', '=', kind)
        .where('runAt', '<=', Date.now())
        .limit(1)
        .offset(count - 1)
        .executeTakeFirst()
      return last !== undefined
    },
    /** Calls back whenever this process has committed a job; returns the unsubscribe function. */
    onDue(listener: (kind: JobKind) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function toRow<Kind extends JobKind>(kind: Kind, { payload, id, runAt }: NewJob<Kind>) {
  const now = Date.now()
  return {
    id,
    kind,
    payload: JSON.stringify(payloads[kind].parse(payload)),
    state: 'waiting' as const,
    runAt: runAt ?? now,
    attempts: 0,
    leasedUntil: 0,
    createdAt: now,
  }
}
