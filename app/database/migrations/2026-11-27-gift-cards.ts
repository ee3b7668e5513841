import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const giftCards: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('gift_cards')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('amount_cents', integer, (column) => column.notNull())
    .addColumn('code_hash', text, (column) => column.notNull().unique())
    .addColumn('code', bytes, (column) => column.notNull())
    .addColumn('hint', text, (column) => column.notNull())
    .addColumn('issue', integer, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('recipient_name', text)
    .addColumn('recipient_email', text)
    .addColumn('message', text)
    .addColumn('bought_at', integer, (column) => column.notNull())
    .addColumn('pay_by', integer)
    .addCheckConstraint('gift_cards_are_worth_something', sql`amount_cents > 0`)
    .execute()
  await tx.schema.createIndex('gift_cards_email').on('gift_cards').column('email').execute()
  await tx.schema.createIndex('gift_cards_recipient').on('gift_cards').column('recipient_email').execute()
  await tx.schema.createIndex('gift_cards_bought').on('gift_cards').columns(['bought_at', 'id']).execute()
  await tx.schema.createIndex('gift_cards_pay_by').on('gift_cards').column('pay_by').execute()
  // The balance of a card is the sum of its lines.
  await tx.schema.createIndex('ledger_lines_item').on('ledger_lines').columns(['account', 'item']).execute()
}
