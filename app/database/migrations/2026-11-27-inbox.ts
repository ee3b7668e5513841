import type { Migration } from '#app/database/migrate.server.ts'

export const inbox: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('message_replies')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('message_id', text, (column) => column.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('email_id', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('sent_by', text, (column) => column.notNull())
    .addColumn('sent_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .createIndex('message_replies_by_message')
    .on('message_replies')
    .columns(['message_id', 'sent_at'])
    .execute()
}
