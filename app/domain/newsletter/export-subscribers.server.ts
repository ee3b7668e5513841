import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { everySubscriber, type SubscriberFilter } from './subscriber-list.server.ts'

/**
 * All subscribers that a filter leaves, some at a time, so that no reader waits for a slow download. That they were
 * taken out of the house is recorded before the first of them is.
 */
export async function exportSubscribers(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  wanted: SubscriberFilter,
) {
  // The term is often somebody's address, which the audit trail never holds.
  const detail = [wanted.state ? `only ${wanted.state}` : 'all', wanted.term && 'that a search finds']
    .filter(Boolean)
    .join(', ')
  await database.transaction((tx) => recordAct({ tx, vault }, actor, { act: 'subscribers.exported', detail }))
  return everySubscriber(database, wanted)
}
