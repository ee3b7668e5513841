import type { Migration } from '#app/database/migrate.server.ts'

/** What an imported file says of who a subscriber is and when they signed up: evidence that they asked for it. */
export const importEvidence: Migration['up'] = async (tx, { text }) => {
  for (const table of ['subscribers', 'deleted_subscribers'])
    for (const column of ['name', 'signed_up', 'source'])
      await tx.schema.alterTable(table).addColumn(column, text).execute()
  for (const column of ['name', 'signed_up'])
    await tx.schema.alterTable('subscriber_import_lines').addColumn(column, text).execute()
}
