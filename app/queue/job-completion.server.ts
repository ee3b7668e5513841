import { setTimeout as pause } from 'node:timers/promises'
import type { Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import type { LeasedJob } from './leases.server.ts'

/** How a leased job ends, and what is written in the same transaction. */
export type Completion = { job: LeasedJob; record?: ((tx: Tx) => Promise<void>) | undefined } & (
  | { as: 'done' }
  | { as: 'waiting'; runAt: number; reason: string }
  /** Kept, and retryable by hand; its unique key is freed. */
  | { as: 'failed'; reason: string }
  /** There is more to do; it has all its tries again. */
  | { as: 'again'; runAt: number }
  /** As if it had not been leased. */
  | { as: 'untouched' }
)

type HasTransaction = Pick<Database, 'transaction'>

/** How long a result waits for a database that does not take it. A job that is completed late is not run again. */
const patienceMs = 5 * 60_000
const pauseMs = 500

/**
 * Completes each job in a transaction of its own. The work is done and cannot be undone, so completing is retried while
 * the database is away, for five minutes at most and until `isStopped`.
 */
export async function completeJob(database: HasTransaction, completion: Completion, isStopped: () => boolean) {
  for (const deadline = Date.now() + patienceMs; ;) {
    try {
      return await complete(database, completion)
    } catch (error) {
      if (isStopped() || Date.now() > deadline) throw error
    }
    await pause(pauseMs)
  }
}

/** A job whose lease was lost belongs to another worker, and nothing of it is written. */
const complete = ({ transaction }: HasTransaction, completion: Completion) =>
  transaction(async (tx) => {
    const isOurs = completion.as === 'done' ? await deleteJob(tx, completion.job) : await putBack(tx, completion)
    if (isOurs) await completion.record?.(tx)
  })

async function deleteJob(tx: Tx, { id, lease }: LeasedJob) {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function putBack(tx: Tx, completion: Completion) {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...changesOf(completion), leasedUntil: 0, lease: null })
    .where('id', '=', completion.job.id)
    .where('lease', '=', completion.job.lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function changesOf(completion: Completion): Updateable<Tables['jobs']> {
  const { job } = completion
  if (completion.as === 'again') return { runAt: completion.runAt, attempts: 0, lastError: null }
  if (completion.as === 'waiting') return { runAt: completion.runAt, lastError: completion.reason }
  if (completion.as === 'failed') return { state: 'failed', uniqueKey: null, lastError: completion.reason }
  return { runAt: job.runAt, attempts: job.attempts - 1 }
}
