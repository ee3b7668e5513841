import type { Migration } from '#app/database/migrate.server.ts'

export const giftCardNotes: Migration['up'] = async (tx, { text }) => {
  await tx.schema
    .createTable('gift_card_notes')
    .addColumn('transaction_key', text, (column) => column.primaryKey().notNull())
    .addColumn('gift_card_id', text, (column) => column.notNull().references('gift_cards.id').onDelete('cascade'))
    .addColumn('note', text, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('gift_card_notes_card').on('gift_card_notes').column('gift_card_id').execute()
}
