import type { Migration } from '#app/database/migrate.server.ts'

export const relayProof: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('relay_proof')
    .addColumn('settings', text, (column) => column.primaryKey())
    .addColumn('proved_at', integer, (column) => column.notNull())
    .execute()
}
