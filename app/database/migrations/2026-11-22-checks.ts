import type { Migration } from '#app/database/migrate.server.ts'

export const checks: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('sightings')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('seen_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .createTable('red_checks')
    .addColumn('check_id', text, (column) => column.primaryKey())
    .addColumn('since', integer, (column) => column.notNull())
    .execute()
}
