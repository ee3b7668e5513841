import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const stock: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('stock')
    .addColumn('sale_item', text, (column) => column.primaryKey().notNull())
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('changed_at', integer, (column) => column.notNull())
    .addCheckConstraint('stock_is_never_below_zero', sql`count >= 0`)
    .execute()
  await tx.schema
    .createTable('stock_movements')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('sale_item', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('before', integer)
    .addColumn('after', integer)
    .addColumn('order_number', text)
    .addColumn('reason', text)
    .addColumn('who', text)
    .execute()
  await tx.schema
    .createIndex('stock_movements_by_item')
    .on('stock_movements')
    .columns(['sale_item', 'at', 'id'])
    .execute()
}
