import type { Migration } from '#app/database/migrate.server.ts'

/** Null in orders that were placed while sales tax was added at pick-up. */
export const salesTax: Migration['up'] = async (tx, { integer }) => {
  await tx.schema.alterTable('order_lines').addColumn('tax_rate', integer).execute()
  await tx.schema.alterTable('order_lines').addColumn('tax_cents', integer).execute()
}
