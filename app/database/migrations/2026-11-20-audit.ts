import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const audit: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('record_keys')
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('wrapped', bytes, (column) => column.notNull())
    .addColumn('wrapped_by', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('record_keys_key', ['purpose', 'id'])
    .execute()
  await tx.schema.createIndex('record_keys_by_wrapping').on('record_keys').column('wrapped_by').execute()

  await tx.schema
    .createTable('audit_entries')
    .addColumn('sequence', integer, (column) => column.primaryKey())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('who', text, (column) => column.notNull())
    .addColumn('from_where', text, (column) => column.notNull())
    .addColumn('act', text, (column) => column.notNull())
    .addColumn('record', text)
    .addColumn('detail', text)
    .addColumn('hmac', text, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('audit_entries_by_record').on('audit_entries').columns(['record', 'sequence']).execute()
  await tx.schema.createIndex('audit_entries_by_time').on('audit_entries').columns(['at', 'sequence']).execute()

  await tx.schema
    .createTable('audit_head')
    .addColumn('id', text, (column) => column.primaryKey().check(sql`id = 'head'`))
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('hmac', text, (column) => column.notNull())
    .addColumn('key_id', text)
    .execute()
  await tx.insertInto('audit_head').values({ id: 'head', count: 0, hmac: '', key_id: null }).execute()
}
