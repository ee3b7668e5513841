import type { Migration } from '#app/database/migrate.server.ts'

/** How many answers in a row refused emails of a newsletter for the same cause. */
export const refusedNewsletters: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .alterTable('campaigns')
    .addColumn('refusals', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema.alterTable('campaigns').addColumn('refused_for', text).execute()
}
