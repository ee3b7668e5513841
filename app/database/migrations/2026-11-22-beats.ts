import type { Migration } from '#app/database/migrate.server.ts'

export const beats: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('beats')
    .addColumn('key', text, (column) => column.primaryKey())
    .addColumn('enqueued_at', integer, (column) => column.notNull())
    .execute()
}
