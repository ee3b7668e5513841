import type { Migration } from '#app/database/migrate.server.ts'

export const correctedAppointments: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('appointments').addColumn('note', text).execute()
  await tx.schema.alterTable('appointments').addColumn('cancel_told_at', integer).execute()
}
