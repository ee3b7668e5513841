import type { Migration } from '#app/database/migrate.server.ts'

export const staff: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('staff')
    .addColumn('account_id', text, (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .createTable('invitations')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('invited_at', integer, (column) => column.notNull())
    .addColumn('until', integer, (column) => column.notNull())
    .execute()
}
