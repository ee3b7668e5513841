import type { Migration } from '#app/database/migrate.server.ts'

export const pictures: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('pictures')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('alt', text, (column) => column.notNull())
    .addColumn('width', integer, (column) => column.notNull())
    .addColumn('height', integer, (column) => column.notNull())
    .addColumn('focus_x', integer, (column) => column.notNull())
    .addColumn('focus_y', integer, (column) => column.notNull())
    .addColumn('files', text, (column) => column.notNull())
    .addColumn('revision', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
  // The bytes last, so that what stands before them is read without them.
  await tx.schema
    .createTable('picture_files')
    .addColumn('picture_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('made_at', integer, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('picture_files_key', ['picture_id', 'name'])
    .execute()
}
