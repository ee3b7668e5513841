import type { Migration } from '#app/database/migrate.server.ts'

/** What patients ask about their data, and the codes with which they open it themselves. */
export const dataRequests: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('data_requests')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('patient_id', text, (column) => column.references('patients.id').onDelete('set null'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('way', text, (column) => column.notNull())
    .addColumn('received_at', integer, (column) => column.notNull())
    .addColumn('due_at', integer, (column) => column.notNull())
    .addColumn('entered_by', text, (column) => column.notNull())
    .addColumn('request', bytes)
    .addColumn('outcome', text)
    .addColumn('decided_at', integer)
    .addColumn('decided_by', text)
    .addColumn('answer', bytes)
    .execute()
  await tx.schema.createIndex('data_requests_patient').on('data_requests').column('patient_id').execute()
  await tx.schema.createIndex('data_requests_due').on('data_requests').columns(['decided_at', 'due_at']).execute()
  await tx.schema
    .createTable('data_codes')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('appointment_id', text, (column) => column.notNull())
    .addColumn('link_version', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .alterTable('appointments')
    .addColumn('email_by_link', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  // Until now nothing told who corrected an address; every correction revoked the link before.
  await tx.updateTable('appointments').set({ email_by_link: 1 }).where('link_version', '>', 1).execute()
}
