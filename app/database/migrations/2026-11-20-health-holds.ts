import type { Migration } from '#app/database/migrate.server.ts'

export const healthHolds: Migration['up'] = async (tx, { integer }) => {
  await tx.schema
    .alterTable('appointments')
    .addColumn('health_kept', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema.createIndex('appointments_by_end').on('appointments').column('ends_at').execute()
}
