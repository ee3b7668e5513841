import { setTimeout as pause } from 'node:timers/promises'
import type { ExpressionBuilder, Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import type { LeasedJob } from './leases.server.ts'
import type { Recording } from './payloads.ts'

/** How a leased job ends: it is deleted, or changed. `record` writes its result in the same transaction. */
export type Completion = { changes?: Updateable<Tables['jobs']>; record?: Recording | undefined }

const patienceMs = 5 * 60_000
const pauseMs = 500

/**
 * Completes each job in a transaction of its own. The work is done and cannot be undone, so completing is retried while
 * the database is away, for five minutes at most and until `isStopped`.
 */
export async function completeJob(
  database: Pick<Database, 'transaction'>,
  job: LeasedJob,
  completion: Completion,
  isStopped: () => boolean,
) {
  for (const deadline = Date.now() + patienceMs; ;) {
    try {
      return await database.transaction((tx) => complete(tx, job, completion))
    } catch (error) {
      if (isStopped() || Date.now() > deadline) throw error
    }
    await pause(pauseMs)
  }
}

/** Writes nothing when the lease was lost: the job belongs to another worker. */
async function complete(tx: Tx, { id, lease }: LeasedJob, { changes, record }: Completion) {
  const isOurs = ({ and }: ExpressionBuilder<Tables, 'jobs'>) => and({ id, lease })
  const completed = changes
    ? tx
        .updateTable('jobs')
        .set({ ...changes, leasedUntil: 0, lease: null })
        .where(isOurs)
        .returning('id')
    : tx.deleteFrom('jobs').where(isOurs).returning('id')
  if (await completed.executeTakeFirst()) await record?.(tx)
}
