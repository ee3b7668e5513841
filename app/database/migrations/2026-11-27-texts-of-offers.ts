import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** Texts are also about places on the waitlist. */
export const textsOfOffers: Migration['up'] = async (tx) => {
  for (const table of ['text_consents', 'text_messages']) {
    await tx.schema.alterTable(table).renameColumn('appointment_id', 'record').execute()
    await sql`update ${sql.table(table)} set record = 'appointment:' || record`.execute(tx)
  }
}
