import type { Migration } from '#app/database/migrate.server.ts'

export const savedCards: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .alterTable('payments')
    .addColumn('purpose', text, (column) => column.notNull().defaultTo('pay'))
    .execute()
  await tx.schema.alterTable('payments').addColumn('card_id', text).execute()
  await tx.schema.alterTable('payments').addColumn('charge_at', integer).execute()
  await tx.schema.alterTable('payments').addColumn('tried_at', integer).execute()
  await tx.schema
    .createTable('saved_cards')
    .addColumn('id', text, (column) => column.primaryKey().notNull().references('payments.id'))
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('customer', text, (column) => column.notNull())
    .addColumn('method', text, (column) => column.notNull())
    .addColumn('most_cents', integer, (column) => column.notNull())
    .addColumn('saved_at', integer, (column) => column.notNull())
    .addColumn('forgotten_at', integer)
    .execute()
  await tx.schema.createIndex('saved_cards_subject').on('saved_cards').column('subject').execute()
  await tx.schema.createIndex('saved_cards_forgotten').on('saved_cards').column('forgotten_at').execute()
}
