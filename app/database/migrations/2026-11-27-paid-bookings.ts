import type { Migration } from '#app/database/migrate.server.ts'

export const paidBookings: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('appointments').addColumn('pay_by', integer).execute()
  await tx.schema.alterTable('appointments').addColumn('paid_state', text).execute()
  // The days of a plan are paid for together.
  for (const table of ['appointments', 'plans']) {
    await tx.schema.alterTable(table).addColumn('pay_cents', integer).execute()
    await tx.schema.alterTable(table).addColumn('cancel_fee', integer).execute()
    await tx.schema.alterTable(table).addColumn('paid_with', text).execute()
  }
  await tx.schema.createIndex('appointments_pay_by').on('appointments').column('pay_by').execute()
}
