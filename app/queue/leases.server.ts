import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { backoffMs } from './backoff.ts'
import type { JobKind } from './payloads.ts'

/** `runAt`: when the job was due before it was leased. */
export type LeasedJob = Pick<
  Selectable<Tables['jobs']>,
  'id' | 'kind' | 'payload' | 'attempts' | 'runAt' | 'createdAt'
> & {
  lease: string
  /** An earlier lease ran out before its job was completed. */
  wasInterrupted: boolean
}

/** A killed worker's jobs come back after this long. */
export const leaseMs = 15_000

/** A power failure ends the worker too, so its leases need not reach the disk. */
const notDurable = { durable: false }

/** From this attempt on, a job whose worker dies backs off: it may be what kills the worker. */
const suspiciousAttempt = 4

type Options = { now?: number; running?: Iterable<LeasedJob> }

/**
 * Leases up to `most` of the most overdue jobs of these kinds; other kinds are left for a worker of a newer version. The
 * jobs that this worker is `running` are left out: a clock that jumps ahead ends their leases before the worker renews
 * them. `most` is called in the transaction, since more places may be free by then.
 */
export async function leaseJobs(database: Database, kinds: JobKind[], most: () => number, options: Options = {}) {
  // An idle worker must not take SQLite's write lock every second.
  if (!(await dueJobs(database.db, kinds, 1, options).executeTakeFirst())) return []
  return database.transaction(async (tx): Promise<LeasedJob[]> => {
    const { now = Date.now() } = options
    const due = dueJobs(tx, kinds, most(), options)
    const jobs = await (database.kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
    if (jobs.length === 0) return []
    const claim = randomUUID()
    await tx
      .updateTable('jobs')
      .set((column) => ({
        // Includes the job's id, so that a lease alone identifies both.
        lease: sql<string>`${claim} || id`,
        leasedUntil: now + leaseMs,
        attempts: column('attempts', '+', 1),
      }))
      .where('id', 'in', toIds(jobs))
      .execute()
    const leased = jobs.map(({ lease, ...job }) => ({
      ...job,
      attempts: job.attempts + 1,
      lease: claim + job.id,
      wasInterrupted: lease !== null,
    }))
    for (const job of leased) if (job.attempts >= suspiciousAttempt) await delayNextAttempt(tx, job, now)
    return leased
  }, notDurable)
}

const dueJobs = (db: Db, kinds: JobKind[], most: number, { now = Date.now(), running = [] }: Options) =>
  db
    .selectFrom('jobs')
    .select(['id', 'kind', 'payload', 'attempts', 'runAt', 'createdAt', 'lease'])
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('runAt', '<=', now)
    .where('leasedUntil', '<=', now)
    .where('id', 'not in', toIds([...running]))
    .orderBy('runAt')
    .limit(most)

const delayNextAttempt = (tx: Tx, { id, attempts }: LeasedJob, now: number) =>
  tx
    .updateTable('jobs')
    .set({ runAt: now + backoffMs(attempts - suspiciousAttempt + 1) })
    .where('id', '=', id)
    .execute()

/** Leaves out jobs that another worker has leased meanwhile. */
export async function renewLeases({ transaction }: Pick<Database, 'transaction'>, jobs: LeasedJob[], now = Date.now()) {
  await transaction(
    (tx) =>
      tx
        .updateTable('jobs')
        .set({ leasedUntil: now + leaseMs })
        .where('id', 'in', toIds(jobs))
        .where(
          'lease',
          'in',
          jobs.map(({ lease }) => lease),
        )
        .execute(),
    notDurable,
  )
}

const toIds = (jobs: { id: string }[]) => jobs.map(({ id }) => id)
