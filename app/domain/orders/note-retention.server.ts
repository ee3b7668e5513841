import type { Database } from '#app/database/connection.server.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'

const dayMs = 86_400_000
const batchSize = 200

type Deps = { database: Pick<Database, 'transaction'>; config: { healthRetentionDays: number } }

/** Customers mention their health in order notes, so old notes are deleted. */
export async function deleteOldOrderNotes({ database, config }: Deps, now: number) {
  const before = now - config.healthRetentionDays * dayMs
  await inBatches(database, batchSize, async (tx) => {
    const old = tx
      .selectFrom('orders')
      .select('id')
      .where('note', 'is not', null)
      .where('placedAt', '<', before)
      .where('id', 'not in', tx.selectFrom('orderChanges').select('orderId').where('changedAt', '>=', before))
      .limit(batchSize)
    const changed = await tx.updateTable('orders').set({ note: null }).where('id', 'in', old).returning('id').execute()
    return changed.length
  })
}
