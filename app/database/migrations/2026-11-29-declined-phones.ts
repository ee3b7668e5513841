import type { Migration } from '#app/database/migrate.server.ts'

/** A phone that was given with an appointment, and that staff did not take over. */
export const declinedPhones: Migration['up'] = async (tx, { text }) => {
  await tx.schema.alterTable('patients').addColumn('declined_phone', text).execute()
}
