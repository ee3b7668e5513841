import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** Passkeys in the columns that the sign-in library wants, and which sessions one has opened. */
export const passkeys: Migration['up'] = async (tx, { text, integer, date, flag, number }) => {
  await tx.schema
    .createTable('passkeys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text)
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    // One passkey belongs to one account.
    .addColumn('credential_id', text, (column) => column.notNull().unique())
    .addColumn('counter', number, (column) => column.notNull())
    .addColumn('device_type', text, (column) => column.notNull())
    .addColumn('backed_up', flag, (column) => column.notNull())
    .addColumn('transports', text)
    .addColumn('created_at', date, (column) => column.defaultTo(sql`current_timestamp`))
    .addColumn('aaguid', text)
    .execute()
  await tx.schema.createIndex('passkeys_user_id_idx').on('passkeys').column('user_id').execute()
  await tx.schema.alterTable('working_days').addColumn('passkey_at', integer).execute()
}
