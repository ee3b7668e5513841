import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const clinicOverlays: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('clinic_overlays')
    .addColumn('section', text, (column) => column.primaryKey())
    .addColumn('value', text)
    .addColumn('revision', integer, (column) => column.notNull())
    .execute()

  await tx.schema
    .createTable('opening_hours')
    .addColumn('weekday', integer, (column) => column.notNull().check(sql`weekday between 1 and 7`))
    .addColumn('opens', text, (column) => column.notNull())
    .addColumn('closes', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('opening_hours_key', ['weekday', 'opens'])
    .addCheckConstraint('opening_hours_order', sql`opens < closes`)
    .execute()

  await tx.schema
    .createTable('closures')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('first_day', text, (column) => column.notNull())
    .addColumn('last_day', text, (column) => column.notNull())
    .addColumn('from_time', text)
    .addColumn('until_time', text)
    .addColumn('reason', text)
    .addCheckConstraint('closures_days', sql`first_day <= last_day`)
    .addCheckConstraint(
      'closures_part',
      sql`(from_time is null and until_time is null) or (from_time is not null and until_time is not null and from_time < until_time)`,
    )
    .execute()
  await tx.schema.createIndex('closures_by_day').on('closures').columns(['last_day', 'first_day']).execute()
}
