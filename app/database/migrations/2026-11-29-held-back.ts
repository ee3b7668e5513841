import type { Migration } from '#app/database/migrate.server.ts'

/** What was booked before holds its time, and nobody knows from where. */
export const heldBack: Migration['up'] = async (tx, { text, integer }) => {
  const add = tx.schema.alterTable('appointments')
  await add.addColumn('held_back', text).execute()
  await add.addColumn('network', text).execute()
  await add.addColumn('address_proved', integer).execute()
  await tx.schema.createIndex('appointments_network').on('appointments').column('network').execute()
}
