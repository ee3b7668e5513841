import { pino } from 'pino'
import type { Database } from '#app/database/connection.server.ts'
import { createKeyRing } from '#app/vault/key-ring.server.ts'
import { openVault } from '#app/vault/vault.server.ts'

/** A vault on a test's own database. */
export const testVault = (database: Database, encryptionKey = 'k'.repeat(44)) =>
  openVault({ database, log: pino({ level: 'silent' }), keys: createKeyRing(database, () => [encryptionKey]) })
