import type { Migration } from '#app/database/migrate.server.ts'

export const plans: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('plans')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('template_id', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('booked_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .alterTable('appointments')
    .addColumn('plan_id', text, (column) => column.references('plans.id').onDelete('set null'))
    .execute()
  await tx.schema.alterTable('appointments').addColumn('plan_day', integer).execute()
  await tx.schema.alterTable('appointments').addColumn('assistants', text).execute()
  await tx.schema
    .createIndex('appointments_plan')
    .on('appointments')
    .columns(['plan_id', 'plan_day'])
    .unique()
    .execute()
}
