import type { Migration } from '#app/database/migrate.server.ts'

export const tabletSessions: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('tablet_sessions')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('appointment_id', text, (column) => column.notNull())
    .addColumn('form_id', text, (column) => column.notNull())
    .addColumn('reads_health', integer, (column) => column.notNull())
    .addColumn('opened_at', integer, (column) => column.notNull())
    .addColumn('touched_at', integer)
    .addColumn('closed_at', integer)
    .execute()
  await tx.schema
    .createTable('form_drafts')
    .addColumn('appointment_id', text, (column) => column.notNull())
    .addColumn('form_id', text, (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addColumn('saved_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('form_drafts_key', ['appointment_id', 'form_id'])
    .execute()
}
