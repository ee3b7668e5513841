import type { Migration } from '#app/database/migrate.server.ts'

export const blockSeries: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('block_series')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('first_day', text, (column) => column.notNull())
    .addColumn('last_day', text)
    .addColumn('every_weeks', integer, (column) => column.notNull())
    .addColumn('weekdays', text, (column) => column.notNull())
    .addColumn('from_time', text)
    .addColumn('until_time', text)
    .addColumn('resources', text, (column) => column.notNull())
    .addColumn('note', text)
    .addColumn('covered_until', text, (column) => column.notNull())
    .execute()
  await tx.schema.alterTable('blocks').addColumn('series', text).execute()
  await tx.schema.createIndex('blocks_by_series').on('blocks').column('series').execute()
}
