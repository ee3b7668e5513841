import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { claimRecurringJob, dueRecurringJobs, type RecurringJob } from './recurring-jobs.server.ts'
import { type JobKind, type Payload, payloads } from './payloads.ts'

export type Queue = {
  /**
   * Adds a job in the caller's transaction: job and data commit or roll back together.
   * `uniqueKey`: nothing is added while a job with the same key is waiting or running.
   * `id`: by which the caller finds the job again, for `bringForward` and `retry`.
   */
  enqueue<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: Payload<Kind>,
    options?: { runAt?: number; uniqueKey?: string; id?: string },
  ): Promise<void>
  /**
   * Adds those recurring jobs whose time has come, each once however many processes ask. `startedAt`, in epoch
   * milliseconds: those as well that nobody added since then.
   */
  repeat(jobs: RecurringJob[], startedAt?: number): Promise<void>
  /** Adds several jobs of a kind, due now unless they say when; one that is there already stays as it is. */
  enqueueAll<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    jobs: { payload: Payload<Kind>; id: string; runAt?: number | undefined }[],
  ): Promise<void>
  /** Makes waiting jobs due now. `one`: only the least tried of them, the oldest first. */
  bringForward(tx: Tx, kind: JobKind, ids: string[], which: 'all' | 'one'): Promise<void>
  /**
   * There is one job with this id and it is due at `runAt`, whatever became of an earlier one. One that runs already
   * learns of it by its own data.
   */
  ensure<Kind extends JobKind>(
    tx: Tx,
    kind: Kind,
    payload: Payload<Kind>,
    job: { id: string; runAt?: number },
  ): Promise<void>
  /** Puts a new job with all its tries in the place of the one that failed. */
  retry<Kind extends JobKind>(tx: Tx, kind: Kind, payload: Payload<Kind>, id: string): Promise<void>
  /** Whether at least so many jobs of a kind are due, or under way. */
  hasDue(tx: Tx, kind: JobKind, count: number): Promise<boolean>
  /** Calls back whenever this process committed a due job of a kind; answers how to stop listening. */
  onDue(listener: (kind: JobKind) => void): () => void
}

export function createQueue(database: Database): Queue {
  const listeners = new Set<(kind: JobKind) => void>()
  const tellAfterCommit = (tx: Tx, kind: JobKind) =>
    database.afterCommit(tx, () => listeners.forEach((listener) => listener(kind)))
  const queue: Queue = {
    async enqueue(tx, kind, payload, { runAt = Date.now(), uniqueKey, id = randomUUID() } = {}) {
      await tx
        .insertInto('jobs')
        .values({ ...rowOf(kind, payload, id), runAt, uniqueKey: uniqueKey ?? null })
        .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
        .execute()
      tellAfterCommit(tx, kind)
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
      const ids = jobs.map(({ id }) => id)
      await tx.deleteFrom('jobs').where('id', 'in', ids).where('state', '=', 'failed').execute()
      await tx
        .insertInto('jobs')
        .values(jobs.map(({ payload, id, runAt }) => ({ ...rowOf(kind, payload, id), ...(runAt && { runAt }) })))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      tellAfterCommit(tx, kind)
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
      tellAfterCommit(tx, kind)
    },
    async ensure(tx, kind, payload, { id, runAt = Date.now() }) {
      await tx.deleteFrom('jobs').where('id', '=', id).where('state', '=', 'failed').execute()
      await tx
        .insertInto('jobs')
        .values({ ...rowOf(kind, payload, id), runAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ runAt }))
        .execute()
      tellAfterCommit(tx, kind)
    },
    async retry(tx, kind, payload, id) {
      await tx.deleteFrom('jobs').where('id', '=', id).where('state', '=', 'failed').execute()
      await queue.enqueue(tx, kind, payload, { id })
    },
    async hasDue(tx, kind, count) {
      const due = tx.selectFrom('jobs').select('id').where('state', '=', 'waiting').where('kind', '=', kind)
      const last = due
        .where('runAt', '<=', Date.now())
        .limit(1)
        .offset(count - 1)
      return (await last.executeTakeFirst()) !== undefined
    },
    onDue(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return queue
}

function rowOf<Kind extends JobKind>(kind: Kind, payload: Payload<Kind>, id: string) {
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
