import type { Migration } from '#app/database/migrate.server.ts'

export const postDecisions: Migration['up'] = async (tx, { text, integer }) => {
  // Posts that are stored already are looked at when the feed is read next, a moment after the start.
  await tx.schema
    .alterTable('blog_posts')
    .addColumn('claims', text, (column) => column.notNull().defaultTo('[]'))
    .execute()

  await tx.schema
    .createTable('post_decisions')
    .addColumn('address', text, (column) => column.primaryKey())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('hidden', integer, (column) => column.notNull())
    .addColumn('kept_claims', text)
    .addColumn('decided_at', integer, (column) => column.notNull())
    .execute()
}
