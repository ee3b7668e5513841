import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** Appointments can also be 'arrived' and 'in-session'. */
export const attendance: Migration['up'] = async (tx, { text }) => {
  // SQLite cannot change a check, so the column is made anew.
  await tx.schema.alterTable('appointments').renameColumn('state', 'state_before').execute()
  await tx.schema
    .alterTable('appointments')
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('requested')
        .check(
          sql`state in ('requested', 'confirmed', 'arrived', 'in-session', 'declined', 'cancelled', 'completed', 'no-show')`,
        ),
    )
    .execute()
  await sql`update appointments set state = state_before`.execute(tx)
  await tx.schema.alterTable('appointments').dropColumn('state_before').execute()
}
