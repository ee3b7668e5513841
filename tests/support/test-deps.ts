import { pino } from 'pino'
import type { Database } from '#app/database/connection.server.ts'
import { createKeyRing } from '#app/vault/key-ring.server.ts'
import { openVault } from '#app/vault/vault.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'

/** A vault on a test's database. */
export const testVault = (database: Database, encryptionKey = 'k'.repeat(44)) =>
  openVault({ database, log: pino({ level: 'silent' }), keys: createKeyRing(database, () => [encryptionKey]) })

/** A clinic whose admin has changed nothing yet. */
export const contentClinic = { facts: contentFacts }

/** Nothing is cached. */
export const noPages = { purge: async () => {} }
