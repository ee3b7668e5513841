import type { Migration } from '#app/database/migrate.server.ts'

export const content: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('content_versions')
    .addColumn('record', text, (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('changes', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('who', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('content_versions_key', ['record', 'version'])
    .execute()
}
