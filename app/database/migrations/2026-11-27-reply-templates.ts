import type { Migration } from '#app/database/migrate.server.ts'

export const replyTemplates: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('reply_templates')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('revision', integer, (column) => column.notNull())
    .addColumn('deleted_at', integer)
    .execute()
}
