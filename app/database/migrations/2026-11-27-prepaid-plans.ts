import type { Migration } from '#app/database/migrate.server.ts'

export const prepaidPlans: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('plans').addColumn('prepaid_at', integer).execute()
  await tx.schema.alterTable('plans').addColumn('prepaid_by', text).execute()
}
