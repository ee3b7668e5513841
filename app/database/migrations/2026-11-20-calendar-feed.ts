import type { Migration } from '#app/database/migrate.server.ts'

export const calendarFeed: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('calendar_feed')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('version', integer, (column) => column.notNull())
    .execute()
  await tx.insertInto('calendar_feed').values({ id: 'feed', version: 1 }).execute()
}
