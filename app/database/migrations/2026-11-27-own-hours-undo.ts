import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** Days with other hours get breaks, as weeks have them; and the last change can be undone. */
export const ownHoursUndo: Migration['up'] = async (tx, { text }) => {
  await tx.schema
    .alterTable('own_days')
    .addColumn('hours', text, (column) => column.notNull().defaultTo('[]'))
    .execute()
  await sql`
    update own_days set hours = '[{"opens":"' || from_time || '","closes":"' || until_time || '"}]'
    where from_time is not null and until_time is not null
  `.execute(tx)
  await tx.schema.alterTable('own_days').dropColumn('from_time').execute()
  await tx.schema.alterTable('own_days').dropColumn('until_time').execute()
  await tx.schema.alterTable('own_hours').addColumn('previous', text).execute()
}
