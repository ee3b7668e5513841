import type { Migration } from '#app/database/migrate.server.ts'

export const relayProof: Migration = {
  name: '2026-11-23-relay-proof',
  async up(tx, { text, integer }) {
    await tx.schema
      .createTable('relay_proof')
      .addColumn('settings', text, (column) => column.primaryKey())
      .addColumn('proved_at', integer, (column) => column.notNull())
      .execute()
  },
}
