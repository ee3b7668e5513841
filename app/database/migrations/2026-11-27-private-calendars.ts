import type { Migration } from '#app/database/migrate.server.ts'

export const privateCalendars: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('private_calendars')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('person', text, (column) => column.notNull())
    .addColumn('host', text, (column) => column.notNull())
    .addColumn('source', bytes, (column) => column.notNull())
    .addColumn('added_at', integer, (column) => column.notNull())
    .addColumn('checked_at', integer)
    .addColumn('read_at', integer)
    .addColumn('failure', text)
    .addColumn('oddities', text, (column) => column.notNull().defaultTo(''))
    .addColumn('validator', text)
    .addColumn('read_days', text)
    .execute()
}
