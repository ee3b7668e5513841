import type { Migration } from '#app/database/migrate.server.ts'

/** All that looking for free times reads of a hold, so that the rows themselves need not be touched. */
export const holdsByResource: Migration['up'] = async (tx) => {
  await tx.schema.dropIndex('holds_by_time').execute()
  await tx.schema.createIndex('holds_by_resource').on('holds').columns(['resource', 'until_at', 'from_at']).execute()
}
