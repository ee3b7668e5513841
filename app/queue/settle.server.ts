import type { Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import type { LeasedJob } from './leases.server.ts'

/** How a leased job ends, and what is written with it. */
export type Settlement = { job: LeasedJob; record?: ((tx: Tx) => Promise<void>) | undefined } & (
  | { as: 'done' }
  | { as: 'waiting'; runAt: number; reason: string }
  /** Kept, and retryable by hand; its unique key is freed. */
  | { as: 'failed'; reason: string }
  /** Not at its end, and with all its tries. */
  | { as: 'again'; runAt: number }
  /** As if it had not been leased. */
  | { as: 'untouched' }
)

/** In one transaction. A job whose lease was lost belongs to another worker, and nothing of it is written. */
export async function settleTogether({ transaction }: Pick<Database, 'transaction'>, settlements: Settlement[]) {
  await transaction(async (tx) => {
    const ours = await endDone(
      tx,
      settlements.filter(({ as }) => as === 'done'),
    )
    for (const settlement of settlements) {
      const isOurs = settlement.as === 'done' ? ours.has(settlement.job.id) : await putBack(tx, settlement)
      if (isOurs) await settlement.record?.(tx)
    }
  })
}

async function endDone(tx: Tx, settlements: Settlement[]) {
  if (settlements.length === 0) return new Set<string>()
  const ended = await tx
    .deleteFrom('jobs')
    .where(
      'id',
      'in',
      settlements.map(({ job }) => job.id),
    )
    .where(
      'lease',
      'in',
      settlements.map(({ job }) => job.lease),
    )
    .returning('id')
    .execute()
  return new Set(ended.map(({ id }) => id))
}

async function putBack(tx: Tx, settlement: Settlement) {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ ...changesOf(settlement), leased_until: 0, lease: null })
    .where('id', '=', settlement.job.id)
    .where('lease', '=', settlement.job.lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function changesOf(settlement: Settlement): Updateable<Tables['jobs']> {
  const { job } = settlement
  if (settlement.as === 'again') return { run_at: settlement.runAt, attempts: 0, last_error: null }
  if (settlement.as === 'waiting') return { run_at: settlement.runAt, last_error: settlement.reason }
  if (settlement.as === 'failed') return { state: 'failed', unique_key: null, last_error: settlement.reason }
  return { run_at: job.run_at, attempts: job.attempts - 1 }
}
