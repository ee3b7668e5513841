import type { Migration } from '#app/database/migrate.server.ts'

export const bounces: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('bounce_mailbox')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('mailbox', text, (column) => column.notNull())
    .addColumn('uid_validity', text, (column) => column.notNull())
    .addColumn('last_uid', integer, (column) => column.notNull())
    .addColumn('read_at', integer)
    .addColumn('failing_since', integer)
    .addColumn('failure', text)
    .execute()
}
