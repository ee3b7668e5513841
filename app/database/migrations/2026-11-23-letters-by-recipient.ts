import type { Migration } from '#app/database/migrate.server.ts'

export const lettersByRecipient: Migration = {
  name: '2026-11-23-letters-by-recipient',
  async up(tx) {
    await tx.schema.createIndex('letters_by_recipient').on('letters').columns(['recipient', 'created_at']).execute()
  },
}
