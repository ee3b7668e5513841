import type { Migration } from '#app/database/migrate.server.ts'

export const giftCardOrders: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('orders').addColumn('gift_card_id', text).execute()
  await tx.schema.alterTable('orders').addColumn('gift_card_hint', text).execute()
  await tx.schema.alterTable('orders').addColumn('gift_card_cents', integer).execute()
}
