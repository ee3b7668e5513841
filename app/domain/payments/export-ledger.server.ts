import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { type LedgerRow, readLines } from '#app/domain/ledger/ledger.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'

/** `period`: for the audit trail. Both ends in epoch milliseconds. */
export type LedgerPeriod = { period: string; from: number; until: number }

/** Yields the lines of a period in batches, the oldest first. The export is recorded before the first batch. */
export async function exportLedger(
  { database, vault }: { database: Database; vault: Vault },
  actor: Actor,
  { period, from, until }: LedgerPeriod,
): Promise<AsyncIterable<LedgerRow[]>> {
  await database.transaction((tx) => recordAct({ tx, vault }, actor, { act: 'payments.exported', detail: period }))
  return readLines(database.db, { from, until })
}
