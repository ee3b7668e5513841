import type { Migration } from '#app/database/migrate.server.ts'

export const contentDrafts: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('content_drafts')
    .addColumn('record', text, (column) => column.notNull())
    .addColumn('revision', integer, (column) => column.notNull())
    .addColumn('over', integer, (column) => column.notNull())
    .addColumn('changes', text)
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('who', text, (column) => column.notNull())
    .addColumn('publish_at', integer)
    .addColumn('claims_shown', integer, (column) => column.notNull())
    .addColumn('problem', text)
    .addPrimaryKeyConstraint('content_drafts_key', ['record', 'revision'])
    .execute()
}
