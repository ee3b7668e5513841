import { setTimeout as pause } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import type { LeasedJob } from './leases.server.ts'

/** How a leased job ends, and what is written in the same transaction. */
export type Completion = { job: LeasedJob; record?: ((tx: Tx) => Promise<void>) | undefined } & (
  | { as: 'done' }
  | { as: 'waiting'; runAt: number; reason: string }
  /** Stays as failed and can be retried by hand; its unique key is freed. */
  | { as: 'failed'; reason: string }
  /** Has more to do, with all its tries. */
  | { as: 'again'; runAt: number }
  /** As if it had not been leased. */
  | { as: 'untouched' }
)

const patienceMs = 5 * 60_000
const pauseMs = 500

/**
 * Completes each job in a transaction of its own. The work is done and cannot be undone, so completing is retried while
 * the database is away, for five minutes at most and until `isStopped`.
 */
export async function completeJob(
  database: Pick<Database, 'transaction'>,
  completion: Completion,
  isStopped: () => boolean,
) {
  for (const deadline = Date.now() + patienceMs; ;) {
    try {
      return await database.transaction((tx) => complete(tx, completion))
    } catch (error) {
      if (isStopped() || Date.now() > deadline) throw error
    }
    await pause(pauseMs)
  }
}

/** Writes nothing when the lease was lost: the job belongs to another worker. */
async function complete(tx: Tx, completion: Completion) {
  const isOurs = completion.as === 'done' ? await deleteJob(tx, completion.job) : await updateJob(tx, completion)
  if (isOurs) await completion.record?.(tx)
}

async function deleteJob(tx: Tx, { id, lease }: LeasedJob) {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function updateJob(tx: Tx, completion: Completion) {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...toChanges(completion), leasedUntil: 0, lease: null })
    .where('id', '=', completion.job.id)
    .where('lease', '=', completion.job.lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function toChanges(completion: Completion): Updateable<Tables['jobs']> {
  if (completion.as === 'again') return { runAt: completion.runAt, attempts: 0, lastError: null }
  if (completion.as === 'waiting') return { runAt: completion.runAt, lastError: completion.reason }
  if (completion.as === 'failed') return { state: 'failed', uniqueKey: null, lastError: completion.reason }
  return { runAt: completion.job.runAt, attempts: completion.job.attempts - 1 }
}
