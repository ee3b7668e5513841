import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { claimRecurringJob, dueRecurringJobs, type RecurringJob } from './recurring-jobs.server.ts'
import { type JobKind, type Payload, payloads } from './payloads.ts'

export type Queue = {
  /**
   * Adds a job in the caller's transaction: job and data commit or roll back together.
   * `uniqueKey`: nothing is added while a job with the same key is waiting or running.
   * `id`: by which the caller finds the job again, for `bringForward` and `ensure`.
   */
  enqueue<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: Payload<Kind>,
    options?: { runAt?: number; uniqueKey?: string; id?: string },
  ): Promise<void>
  /**
   * Adds the recurring jobs that are due, each once however many processes ask. With `startedAt`, also those that no
   * process has added since then.
   */
  repeat(jobs: RecurringJob[], startedAt?: number): Promise<void>
  /** Adds several jobs, due now unless `runAt` is given. A job that waits already stays as it is. */
  enqueueAll<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    jobs: { payload: Payload<Kind>; id: string; runAt?: number | undefined }[],
  ): Promise<void>
  /** Makes waiting jobs due now. `one`: only the job with the fewest attempts, the oldest first. */
  bringForward(tx: Tx, kind: JobKind, ids: string[], which: 'all' | 'one'): Promise<void>
  /** Makes sure that one job has this id and is due at `runAt`; one that failed is replaced, with all its tries. */
  ensure<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: Payload<Kind>,
    job: { id: string; runAt?: number },
  ): Promise<void>
  /** Whether at least `count` jobs of a kind are due or running. */
  hasDue(tx: Tx, kind: JobKind, count: number): Promise<boolean>
  /** Calls back whenever this process has committed a job; returns the unsubscribe function. */
  onDue(listener: (kind: JobKind) => void): () => void
}

export function createQueue(database: Database): Queue {
  const listeners = new Set<(kind: JobKind) => void>()
  const notifyAfterCommit = (tx: Tx, kind: JobKind) =>
    database.afterCommit(tx, () => listeners.forEach((listener) => listener(kind)))
  const queue: Queue = {
    async enqueue(tx, kind, payload, { runAt = Date.now(), uniqueKey, id = randomUUID() } = {}) {
      await tx
        .insertInto('jobs')
        .values({ ...toRow(kind, payload, id), runAt, uniqueKey: uniqueKey ?? null })
        .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
        .execute()
      notifyAfterCommit(tx, kind)
    },
    async repeat(jobs, startedAt) {
      const now = Date.now()
      const due = await dueRecurringJobs(database.db, jobs, now, startedAt)
      if (due.length === 0) return
      await database.transaction(async (tx) => {
        for (const job of due)
          if (await claimRecurringJob(tx, job, now, startedAt))
            await queue.enqueue(tx, job.kind, {}, { uniqueKey: job.key })
      })
    },
    async enqueueAll(tx, kind, jobs) {
      await deleteFailed(
        tx,
        jobs.map(({ id }) => id),
      )
      await tx
        .insertInto('jobs')
        .values(jobs.map(({ payload, id, runAt }) => ({ ...toRow(kind, payload, id), ...(runAt && { runAt }) })))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      notifyAfterCommit(tx, kind)
    },
    async bringForward(tx, kind, ids, which) {
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
    async ensure(tx, kind, payload, { id, runAt = Date.now() }) {
      await deleteFailed(tx, [id])
      await tx
        .insertInto('jobs')
        .values({ ...toRow(kind, payload, id), runAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ runAt }))
        .execute()
      notifyAfterCommit(tx, kind)
    },
    async hasDue(tx, kind, count) {
      const last = await tx
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
    onDue(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return queue
}

const deleteFailed = (tx: Tx, ids: string[]) =>
  tx.deleteFrom('jobs').where('id', 'in', ids).where('state', '=', 'failed').execute()

function toRow<Kind extends JobKind>(kind: Kind, payload: Payload<Kind>, id: string) {
  const now = Date.now()
  return {
    id,
    kind,
    payload: JSON.stringify(payloads[kind].parse(payload)),
    state: 'waiting' as const,
    runAt: now,
    attempts: 0,
    leasedUntil: 0,
    createdAt: now,
  }
}
