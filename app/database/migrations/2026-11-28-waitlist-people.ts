import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** Who is on the list already is one person at each place, since the audit trail says nothing else about them. */
export const waitlistPeople: Migration['up'] = async (tx, { integer }) => {
  await tx.schema
    .alterTable('waitlist_entries')
    .addColumn('first_place', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update waitlist_entries set first_place = place`.execute(tx)
}
