import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const forms: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('form_texts')
    .addColumn('hash', text, (column) => column.primaryKey().notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('saved_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema
    .createTable('signed_forms')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('appointment_id', text, (column) => column.notNull())
    .addColumn('form_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('text_hash', text, (column) => column.notNull())
    .addColumn('sealed', bytes)
    .addColumn('digest', text)
    .addColumn('signed_at', integer, (column) => column.notNull())
    .addColumn('proof', text)
    .addColumn('ended_at', integer)
    .execute()
  await tx.schema.createIndex('signed_forms_appointment').on('signed_forms').column('appointment_id').execute()
  await tx.schema.createIndex('signed_forms_proof').on('signed_forms').column('proof').unique().execute()
  await tx.schema
    .createIndex('signed_forms_current')
    .on('signed_forms')
    .columns(['appointment_id', 'form_id'])
    .unique()
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
}
