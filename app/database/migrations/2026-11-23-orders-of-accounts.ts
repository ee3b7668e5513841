import type { Migration } from '#app/database/migrate.server.ts'

/** Orders placed while signed in belong to that account; those from before are found by their address, as they were. */
export const ordersOfAccounts: Migration['up'] = async (tx) => {
  await tx.schema
    .alterTable('orders')
    .addColumn('account_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await tx.schema.createIndex('orders_by_account').on('orders').column('account_id').execute()
}
