import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** What the clinic does with orders, messages and letters: the states of each, and lists of any length by time. */
export const ordersMessagesLettersInHand: Migration['up'] = async (tx, { text, integer }) => {
  // A check cannot be changed on SQLite, and the lines of orders stand on this table: so the column is made anew.
  await tx.schema.alterTable('orders').renameColumn('status', 'status_before').execute()
  await tx.schema
    .alterTable('orders')
    .addColumn('status', text, (column) =>
      column
        .notNull()
        .defaultTo('new')
        .check(sql`status in ('new', 'confirmed', 'ready', 'completed', 'cancelled')`),
    )
    .execute()
  await sql`update orders set status = status_before where status_before <> 'received'`.execute(tx)
  await tx.schema.alterTable('orders').dropColumn('status_before').execute()
  await tx.schema.createIndex('orders_by_status').on('orders').columns(['status', 'placed_at', 'id']).execute()

  await tx.schema
    .createTable('order_changes')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('order_id', text, (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('changed_at', integer, (column) => column.notNull())
    .addColumn('told', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('order_changes_by_order').on('order_changes').columns(['order_id', 'id']).execute()

  await tx.schema.alterTable('messages').renameColumn('read_at', 'handled_at').execute()
  await sql`create index messages_to_answer on messages (sent_at, id)
    where handled_at is null`.execute(tx)

  await tx.schema.alterTable('letters').addColumn('handled_at', integer).execute()
  await tx.schema.createIndex('letters_by_time').on('letters').columns(['state', 'created_at', 'id']).execute()
  await sql`create index letters_with_bytes on letters (sent_at)
    where raw is not null`.execute(tx)

  await tx.schema
    .createTable('today_letters')
    .addColumn('day', text, (column) => column.primaryKey())
    .addColumn('accepted_at', integer, (column) => column.notNull())
    .execute()
}
