import type { Migration } from '#app/database/migrate.server.ts'

export const newAddresses: Migration = {
  name: '2026-11-23-new-addresses',
  async up(tx, { text, integer }) {
    await tx.schema.alterTable('appointments').addColumn('new_email', text).execute()
    await tx.schema.alterTable('appointments').addColumn('new_email_until', integer).execute()
  },
}
