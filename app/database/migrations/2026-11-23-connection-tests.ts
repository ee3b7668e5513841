import type { Migration } from '#app/database/migrate.server.ts'

export const connectionTests: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('connection_tests')
    .addColumn('service', text, (column) => column.primaryKey())
    .addColumn('asked_at', integer, (column) => column.notNull())
    .addColumn('answered_at', integer)
    .addColumn('ok', integer)
    .addColumn('reason', text)
    .addColumn('said', text)
    .execute()
}
