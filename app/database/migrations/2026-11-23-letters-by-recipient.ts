import type { Migration } from '#app/database/migrate.server.ts'

export const lettersByRecipient: Migration['up'] = async (tx) => {
  await tx.schema.createIndex('letters_by_recipient').on('letters').columns(['recipient', 'created_at']).execute()
}
