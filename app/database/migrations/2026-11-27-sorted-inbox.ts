import type { Migration } from '#app/database/migrate.server.ts'

export const sortedInbox: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('messages').addColumn('assigned_to', text).execute()
  await tx.schema.alterTable('messages').addColumn('snoozed_until', integer).execute()
}
