import type { Migration } from '#app/database/migrate.server.ts'

export const insights: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('daily_counts')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_counts_key', ['kind', 'day', 'name'])
    .execute()
  // Everything that is counted by time, so that counting reads no patient's row.
  await tx.schema
    .createIndex('appointments_counted')
    .on('appointments')
    .columns(['starts_at', 'ends_at', 'state', 'cancelled_late', 'booked_at'])
    .execute()
  // With the state, so that the first appointment of each patient is found without reading a row.
  await tx.schema.dropIndex('appointments_by_email').execute()
  await tx.schema
    .createIndex('appointments_by_email')
    .on('appointments')
    .columns(['email', 'starts_at', 'state'])
    .execute()
}
