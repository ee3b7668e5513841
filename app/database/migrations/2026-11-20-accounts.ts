import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** The tables of the sign-in library, in the types that it wants; a test proves that it finds nothing left to do. */
export const accounts: Migration['up'] = async (tx, { text, date, flag, number }) => {
  await tx.schema
    .createTable('users')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('email_verified', flag, (column) => column.notNull())
    .addColumn('image', text)
    .addColumn('created_at', date, (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .addColumn('updated_at', date, (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .addColumn('two_factor_enabled', flag)
    .execute()

  await tx.schema
    .createTable('sessions')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('expires_at', date, (column) => column.notNull())
    .addColumn('token', text, (column) => column.notNull().unique())
    .addColumn('created_at', date, (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .addColumn('updated_at', date, (column) => column.notNull())
    .addColumn('ip_address', text)
    .addColumn('user_agent', text)
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .execute()
  await tx.schema.createIndex('sessions_user_id_idx').on('sessions').column('user_id').execute()

  await tx.schema
    .createTable('credentials')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('account_id', text, (column) => column.notNull())
    .addColumn('provider_id', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('access_token', text)
    .addColumn('refresh_token', text)
    .addColumn('id_token', text)
    .addColumn('access_token_expires_at', date)
    .addColumn('refresh_token_expires_at', date)
    .addColumn('scope', text)
    .addColumn('password', text)
    .addColumn('created_at', date, (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .addColumn('updated_at', date, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('credentials_user_id_idx').on('credentials').column('user_id').execute()

  await tx.schema
    .createTable('verifications')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('identifier', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('expires_at', date, (column) => column.notNull())
    .addColumn('created_at', date, (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .addColumn('updated_at', date, (column) => column.notNull().defaultTo(sql`current_timestamp`))
    .execute()
  await tx.schema.createIndex('verifications_identifier_idx').on('verifications').column('identifier').execute()

  await tx.schema
    .createTable('two_factors')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('backup_codes', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('verified', flag)
    .addColumn('failed_verification_count', number)
    .addColumn('locked_until', date)
    .execute()
  await tx.schema.createIndex('two_factors_secret_idx').on('two_factors').column('secret').execute()
  await tx.schema.createIndex('two_factors_user_id_idx').on('two_factors').column('user_id').execute()
}
