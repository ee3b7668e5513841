import type { Migration } from '#app/database/migrate.server.ts'

export const handovers: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('handovers')
    .addColumn('person', text, (column) => column.primaryKey().notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .execute()
}
