import type { Migration } from '#app/database/migrate.server.ts'

export const paymentDifferences: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('payment_differences')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('about', text, (column) => column.notNull())
    .addColumn('our_cents', integer)
    .addColumn('their_cents', integer)
    .addColumn('found_at', integer, (column) => column.notNull())
    .addColumn('explained_at', integer)
    .addColumn('explanation', text)
    .execute()
}
