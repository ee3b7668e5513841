import type { Migration } from '#app/database/migrate.server.ts'

export const lateCancellations: Migration['up'] = async (tx, { integer }) => {
  await tx.schema.alterTable('appointments').addColumn('cancelled_late', integer).execute()
}
