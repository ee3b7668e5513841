import type { Migration } from '#app/database/migrate.server.ts'

export const blocks: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('blocks')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('from_at', integer, (column) => column.notNull())
    .addColumn('until_at', integer, (column) => column.notNull())
    .addColumn('note', text)
    .execute()
  await tx.schema.createIndex('blocks_by_time').on('blocks').columns(['until_at', 'from_at']).execute()
}
