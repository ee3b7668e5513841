import type { Migration } from '#app/database/migrate.server.ts'

/** What stands between a stranger and the dashboard beyond a password; see app/domain/accounts. */
export const adminSignIn: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('working_days')
    .addColumn('session_id', text, (column) => column.primaryKey().references('sessions.id').onDelete('cascade'))
    .addColumn('opened_at', integer, (column) => column.notNull())
    .addColumn('last_seen_at', integer, (column) => column.notNull())
    .addColumn('stepped_up_at', integer)
    .execute()

  await tx.schema
    .createTable('used_codes')
    .addColumn('account_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code', text, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('used_codes_pk', ['account_id', 'code'])
    .execute()

  await tx.schema
    .createTable('admin_links')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('until', integer, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('put_off_cards')
    .addColumn('card', text, (column) => column.primaryKey())
    .addColumn('until', integer, (column) => column.notNull())
    .execute()
}
