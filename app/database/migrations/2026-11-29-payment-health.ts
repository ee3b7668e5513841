import type { Migration } from '#app/database/migrate.server.ts'

/** Whether the payment provider can be read and opens checkouts, and why a charge was not made. */
export const paymentHealth: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('payment_health')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('checked_at', integer, (column) => column.notNull())
    .addColumn('failing_since', integer)
    .addColumn('failure', text)
    .execute()
  await tx.schema.alterTable('payments').addColumn('failure', text).execute()
}
