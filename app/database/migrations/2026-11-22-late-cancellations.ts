import type { Migration } from '#app/database/migrate.server.ts'

export const lateCancellations: Migration = {
  name: '2026-11-22-late-cancellations',
  async up(tx, { integer }) {
    await tx.schema.alterTable('appointments').addColumn('cancelled_late', integer).execute()
  },
}
