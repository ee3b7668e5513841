import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { streamSubscribers, type SubscriberFilter } from './subscriber-list.server.ts'

/** The subscribers of a filter in batches. The export is recorded before the first batch. */
export async function exportSubscribers(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  filter: SubscriberFilter,
) {
  // The term is often an address, which the audit trail never holds.
  const detail = [filter.state ? `only ${filter.state}` : 'all', filter.term && 'that a search finds']
    .filter(Boolean)
    .join(', ')
  await database.transaction((tx) => recordAct({ tx, vault }, actor, { act: 'subscribers.exported', detail }))
  return streamSubscribers(database, filter)
}
