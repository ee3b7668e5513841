import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { backoffMs } from './backoff.ts'
import type { JobKind } from './payloads.ts'

/** `run_at` is the moment at which the job was due before it was leased. */
export type LeasedJob = Pick<
  Selectable<Tables['jobs']>,
  'id' | 'kind' | 'payload' | 'attempts' | 'runAt' | 'createdAt'
> & {
  lease: string
  /** An earlier lease ended without a completion. */
  wasInterrupted: boolean
}

/** Until it runs out nobody else takes the job; a killed worker's jobs come back after this long. */
export const leaseMs = 15_000

/** A power failure ends the worker too, so its leases are not missed. */
const forgettable = { mayBeLost: true }

/** From this try on, a job whose worker dies comes back later and later; a power cut or two are not its doing. */
const suspiciousAttempt = 4

/**
 * Takes up to `most` of the most overdue jobs of these kinds. Any number of workers may ask at once.
 * A job of another kind belongs to a newer version and is left for a worker that knows it.
 * `runningIds`: jobs that this worker is running. They are left out, since a clock that jumps ahead ends their leases
 * before the worker renews them.
 */
export async function leaseJobs(
  { kind, db, transaction }: Database,
  kinds: readonly JobKind[],
  most: number,
  { now = Date.now(), runningIds = [] as string[] } = {},
): Promise<LeasedJob[]> {
  // An idle worker only reads: it must not take SQLite's write lock every second.
  if (!(await dueJobs(db, kinds, 1, now, runningIds).executeTakeFirst())) return []
  const claim = randomUUID()
  return transaction(async (tx) => {
    const due = dueJobs(tx, kinds, most, now, runningIds)
    const jobs = await (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
    if (jobs.length === 0) return []
    await tx
      .updateTable('jobs')
      .set((column) => ({
        // Of each job its own, so that a lease alone tells both.
        lease: sql<string>`${claim} || id`,
        leasedUntil: now + leaseMs,
        attempts: column('attempts', '+', 1),
      }))
      .where('id', 'in', idsOf(jobs))
      .execute()
    const leased = jobs.map(({ lease, ...job }) => ({
      ...job,
      attempts: job.attempts + 1,
      lease: claim + job.id,
      wasInterrupted: lease !== null,
    }))
    for (const job of leased) if (job.attempts >= suspiciousAttempt) await comeBackLater(tx, job, now)
    return leased
  }, forgettable)
}

const dueJobs = (db: Db, kinds: readonly JobKind[], most: number, now: number, runningIds: string[]) =>
  db
    .selectFrom('jobs')
    .select(['id', 'kind', 'payload', 'attempts', 'runAt', 'createdAt', 'lease'])
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .where('runAt', '<=', now)
    .where('leasedUntil', '<=', now)
    .$if(runningIds.length > 0, (due) => due.where('id', 'not in', runningIds))
    .orderBy('runAt')
    .limit(most)

const comeBackLater = (tx: Tx, { id, attempts }: LeasedJob, now: number) =>
  tx
    .updateTable('jobs')
    .set({ runAt: now + backoffMs(attempts - suspiciousAttempt + 1) })
    .where('id', '=', id)
    .execute()

/** Those that went to another worker in the meantime stay there. */
export async function renewLeases({ transaction }: Pick<Database, 'transaction'>, jobs: LeasedJob[], now = Date.now()) {
  await transaction(
    (tx) =>
      tx
        .updateTable('jobs')
        .set({ leasedUntil: now + leaseMs })
        .where('id', 'in', idsOf(jobs))
        .where('lease', 'in', leasesOf(jobs))
        .execute(),
    forgettable,
  )
}

const idsOf = (jobs: { id: string }[]) => jobs.map(({ id }) => id)
const leasesOf = (jobs: LeasedJob[]) => jobs.map(({ lease }) => lease)
