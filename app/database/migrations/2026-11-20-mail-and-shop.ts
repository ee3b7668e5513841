import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const mailAndShop: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('letters').addColumn('trouble', text).execute()
  await tx.schema.createIndex('letters_by_state').on('letters').columns(['state', 'trouble']).execute()

  await tx.schema
    .createTable('orders')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('number', text, (column) => column.notNull().unique())
    .addColumn('cart_id', text, (column) => column.notNull().unique())
    .addColumn('status', text, (column) =>
      column.notNull().check(sql`status in ('received', 'ready', 'completed', 'cancelled')`),
    )
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('phone', text)
    .addColumn('note', text)
    .addColumn('total_cents', integer, (column) => column.notNull())
    .addColumn('placed_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('orders_by_time').on('orders').columns(['placed_at', 'id']).execute()
  await tx.schema.createIndex('orders_by_email').on('orders').columns(['email', 'placed_at']).execute()

  await tx.schema
    .createTable('order_lines')
    .addColumn('order_id', text, (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('product_id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('price_cents', integer, (column) => column.notNull().check(sql`price_cents >= 0`))
    .addColumn('quantity', integer, (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn('supplement', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('order_lines_key', ['order_id', 'position'])
    .execute()

  await tx.schema
    .createTable('messages')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('sent_at', integer, (column) => column.notNull())
    .addColumn('read_at', integer)
    .execute()
  await tx.schema.createIndex('messages_by_time').on('messages').columns(['sent_at', 'id']).execute()

  // SQLite cannot change a check, so the table is made anew; this works alike on both databases.
  await tx.schema.alterTable('subscribers').renameTo('subscribers_before').execute()
  await tx.schema
    .createTable('subscribers')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('pending', 'subscribed', 'unsubscribed', 'bounced')`),
    )
    .addColumn('subscription_date', integer)
    .addColumn('created_at', integer, (column) => column.notNull())
    .execute()
  await sql`insert into subscribers (id, email, state, subscription_date, created_at)
    select id, email, state, subscription_date, created_at from subscribers_before`.execute(tx)
  await tx.schema.dropTable('subscribers_before').execute()
  await tx.schema.createIndex('subscribers_by_email').on('subscribers').column('email').unique().execute()

  await tx.schema
    .createTable('suppressions')
    .addColumn('email_fingerprint', text, (column) => column.primaryKey())
    .addColumn('since', integer, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('liveness')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('written_at', integer, (column) => column.notNull())
    .execute()
}
