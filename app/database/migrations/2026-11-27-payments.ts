import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const payments: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('ledger_transactions')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('ledger_transactions_subject').on('ledger_transactions').column('subject').execute()
  await tx.schema.createIndex('ledger_transactions_at').on('ledger_transactions').column('at').execute()
  await tx.schema
    .createTable('ledger_lines')
    .addColumn('transaction_key', text, (column) => column.notNull().references('ledger_transactions.key'))
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('account', text, (column) => column.notNull())
    .addColumn('cents', integer, (column) => column.notNull())
    .addColumn('item', text)
    .addPrimaryKeyConstraint('ledger_lines_key', ['transaction_key', 'position'])
    .addCheckConstraint('ledger_lines_move_something', sql`cents <> 0`)
    .execute()

  await tx.schema
    .createTable('payments')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('amount_cents', integer, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('return_url', text, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('asked_at', integer, (column) => column.notNull())
    .addColumn('checkout_id', text)
    .addColumn('checkout_url', text)
    .addColumn('provider_id', text)
    .addColumn('paid_cents', integer)
    .addColumn('ended_at', integer)
    .addColumn('receipt_number', integer, (column) => column.unique())
    .addCheckConstraint('payments_are_of_something', sql`amount_cents > 0`)
    .execute()
  // Two tabs share one checkout, so that nobody pays twice.
  await tx.schema
    .createIndex('payments_one_open_for_each_subject')
    .unique()
    .on('payments')
    .column('subject')
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute()
  await tx.schema.createIndex('payments_subject').on('payments').column('subject').execute()
  await tx.schema.createIndex('payments_state').on('payments').columns(['state', 'asked_at']).execute()
  await tx.schema.createIndex('payments_checkout').on('payments').column('checkout_id').execute()
  await tx.schema.createIndex('payments_started').on('payments').columns(['started_at', 'id']).execute()

  await tx.schema
    .createTable('refunds')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('payment_id', text, (column) => column.notNull().references('payments.id'))
    .addColumn('amount_cents', integer, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('asked_at', integer, (column) => column.notNull())
    .addColumn('tried_at', integer)
    .addColumn('done_at', integer)
    .addColumn('provider_id', text)
    .addColumn('failure', text)
    .addCheckConstraint('refunds_are_of_something', sql`amount_cents > 0`)
    .execute()
  await tx.schema.createIndex('refunds_payment').on('refunds').column('payment_id').execute()
  await tx.schema.createIndex('refunds_state').on('refunds').column('state').execute()

  await tx.schema
    .createTable('payment_events')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('received_at', integer, (column) => column.notNull())
    .execute()

  // In the transaction that takes a number, so that a rollback gives it back and no number is missing.
  await tx.schema
    .createTable('counters')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('last', integer, (column) => column.notNull())
    .execute()

  await tx.schema.alterTable('orders').addColumn('pay_by', integer).execute()
  await tx.schema.alterTable('orders').addColumn('paid_with', text).execute()
  await tx.schema.createIndex('orders_pay_by').on('orders').column('pay_by').execute()
}
