import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import type { JobKind } from './payloads.ts'

export type LeasedJob = Pick<Selectable<Tables['jobs']>, 'id' | 'kind' | 'payload' | 'attempts'> & { lease: string }

/** Until it runs out nobody else takes the job; a killed worker's jobs come back after this long. */
export const leaseMs = 15_000

/**
 * Takes the most overdue job of these kinds, or answers undefined. Any number of workers may ask at once.
 * A job of another kind belongs to a newer version and is left for a worker that knows it.
 */
export async function leaseNextJob(
  { kind, db, transaction }: Database,
  kinds: readonly JobKind[],
  now = Date.now(),
): Promise<LeasedJob | undefined> {
  // An idle worker only reads: it must not take SQLite's write lock every second.
  if (!(await nextDue(db, kinds, now).executeTakeFirst())) return undefined
  const lease = randomUUID()
  const job = await transaction((tx) => {
    const next = nextDue(tx, kinds, now)
    return tx
      .updateTable('jobs')
      .set((column) => ({ lease, leased_until: now + leaseMs, attempts: column('attempts', '+', 1) }))
      .where('id', '=', kind === 'postgres' ? next.forUpdate().skipLocked() : next)
      .returning(['id', 'kind', 'payload', 'attempts'])
      .executeTakeFirst()
  })
  return job && { ...job, lease }
}

const nextDue = (db: Db, kinds: readonly JobKind[], now: number) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('run_at', '<=', now)
    .where('leased_until', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('run_at')
    .limit(1)

/** Answers false when the lease was lost to another worker. */
export async function renewLease({ transaction }: Database, job: LeasedJob) {
  return transaction((tx) =>
    changed(
      tx
        .updateTable('jobs')
        .set({ leased_until: Date.now() + leaseMs })
        .where('id', '=', job.id)
        .where('lease', '=', job.lease)
        .executeTakeFirst(),
    ),
  )
}

export async function finishJob({ transaction }: Database, job: LeasedJob) {
  await transaction((tx) => tx.deleteFrom('jobs').where('id', '=', job.id).where('lease', '=', job.lease).execute())
}

export async function retryJobAt({ transaction }: Database, job: LeasedJob, runAt: number, reason: string) {
  await transaction((tx) =>
    tx
      .updateTable('jobs')
      .set({ run_at: runAt, leased_until: 0, lease: null, last_error: reason })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .execute(),
  )
}

/** Kept, and retryable by hand; its unique key is freed. */
export async function failJob({ transaction }: Database, job: LeasedJob, reason: string) {
  await transaction((tx) =>
    tx
      .updateTable('jobs')
      .set({ state: 'failed', leased_until: 0, lease: null, unique_key: null, last_error: reason })
      .where('id', '=', job.id)
      .where('lease', '=', job.lease)
      .execute(),
  )
}

const changed = async (update: Promise<{ numUpdatedRows: bigint }>) => (await update).numUpdatedRows > 0n
