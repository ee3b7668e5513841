import type { Migration } from '#app/database/migrate.server.ts'

/** A refund may wait for a manager, and a card sold at the desk says how it was paid. */
export const waitingRefunds: Migration['up'] = async (tx, { integer, text }) => {
  await tx.schema.alterTable('refunds').addColumn('waits', integer).execute()
  await tx.schema.alterTable('gift_cards').addColumn('paid_by', text).execute()
}
