import type { Migration } from '#app/database/migrate.server.ts'

/** The last test restore of the continuous copy. */
export const copyDrill: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('backup_state').addColumn('copy_drilled_at', integer).execute()
  await tx.schema.alterTable('backup_state').addColumn('copy_drill_fault', text).execute()
}
