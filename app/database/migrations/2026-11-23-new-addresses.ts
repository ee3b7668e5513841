import type { Migration } from '#app/database/migrate.server.ts'

export const newAddresses: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('appointments').addColumn('new_email', text).execute()
  await tx.schema.alterTable('appointments').addColumn('new_email_until', integer).execute()
}
