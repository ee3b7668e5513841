import type { Migration } from '#app/database/migrate.server.ts'

export const beats: Migration = {
  name: '2026-11-22-beats',
  async up(tx, { text, integer }) {
    await tx.schema
      .createTable('beats')
      .addColumn('key', text, (column) => column.primaryKey())
      .addColumn('enqueued_at', integer, (column) => column.notNull())
      .execute()
  },
}
