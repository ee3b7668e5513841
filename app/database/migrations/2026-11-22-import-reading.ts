import type { Migration } from '#app/database/migrate.server.ts'

/** How the columns of an imported file were understood, and what the clinic answered about them. */
export const importReading: Migration['up'] = async (tx, { text }) => {
  await tx.schema.alterTable('subscriber_imports').addColumn('file_name', text).execute()
  await tx.schema.alterTable('subscriber_imports').addColumn('reading', text).execute()
  // Their dry runs took people who had opted out elsewhere for new ones, so these files are to be uploaded again.
  await tx
    .updateTable('subscriber_imports')
    .set(({ ref }) => ({ state: 'refused', problem: 'failed', ended_at: ref('created_at') }))
    .where('state', 'in', ['checking', 'checked', 'importing'])
    .execute()
}
