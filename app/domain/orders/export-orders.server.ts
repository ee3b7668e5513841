import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Cursor } from '#app/domain/shared/cursor.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { addLines, type OrderFilter, selectOrders } from './order-list.server.ts'

const batchSize = 500

/**
 * Yields matching orders in batches, newest first. The export is recorded in the audit trail before the first batch.
 */
export async function exportOrders(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  filter: OrderFilter,
) {
  const detail = filter.status ? `only ${filter.status}` : 'all'
  await database.transaction((tx) => recordAct({ tx, vault }, actor, { act: 'orders.exported', detail }))
  return readBatches(database, filter)
}

async function* readBatches({ db }: Database, filter: OrderFilter) {
  let from: Cursor | undefined
  do {
    const rows = await selectOrders(db, filter, from)
      .select(['id', 'number', 'status', 'name', 'email', 'phone', 'note', 'totalCents', 'placedAt'])
      .limit(batchSize)
      .execute()
    yield addLines(db, rows.map(withoutNulls))
    const last = rows.length === batchSize ? rows.at(-1) : undefined
    from = last && { at: last.placedAt, id: last.id }
  } while (from)
}
