import type { Migration } from '#app/database/migrate.server.ts'

export const ownHours: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('own_hours')
    .addColumn('person', text, (column) => column.primaryKey().notNull())
    .addColumn('week', text)
    .addColumn('is_theirs', integer, (column) => column.notNull())
    .addColumn('allowed', text, (column) => column.notNull())
    .addColumn('revision', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .createTable('own_days')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('person', text, (column) => column.notNull())
    .addColumn('first_day', text, (column) => column.notNull())
    .addColumn('last_day', text, (column) => column.notNull())
    .addColumn('from_time', text)
    .addColumn('until_time', text)
    .execute()
  await tx.schema.createIndex('own_days_by_person').on('own_days').columns(['person', 'last_day']).execute()
}
