import type { Migration } from '#app/database/migrate.server.ts'

/** What staff replaced by a phone that was given with an appointment, so that they can take it back. */
export const formerPhones: Migration['up'] = async (tx, { text }) => {
  await tx.schema.alterTable('patients').addColumn('former_phone', text).execute()
}
