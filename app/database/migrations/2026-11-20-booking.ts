import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const booking: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('booking_drafts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('booking_drafts_by_use').on('booking_drafts').column('used_at').execute()

  await tx.schema
    .createTable('appointments')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('draft_id', text, (column) => column.unique())
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('requested', 'confirmed', 'declined', 'cancelled', 'completed', 'no-show')`),
    )
    .addColumn('starts_at', integer, (column) => column.notNull())
    .addColumn('ends_at', integer, (column) => column.notNull())
    .addColumn('person', text, (column) => column.notNull())
    .addColumn('room', text)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('phone', text, (column) => column.notNull())
    .addColumn('phone_digits', text, (column) => column.notNull())
    .addColumn('health', bytes)
    .addColumn('booked_at', integer, (column) => column.notNull())
    .addColumn('cancelled_from', text)
    .addColumn('undo_until', integer)
    .addColumn('revision', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('link_version', integer, (column) => column.notNull().defaultTo(1))
    .addCheckConstraint('appointments_end_after_start', sql`ends_at > starts_at`)
    .execute()
  for (const columns of [
    ['starts_at', 'id'],
    ['email', 'starts_at'],
    ['phone_digits', 'starts_at'],
  ])
    await tx.schema.createIndex(`appointments_by_${columns[0]}`).on('appointments').columns(columns).execute()

  await tx.schema
    .createTable('holds')
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('resource', text, (column) => column.notNull())
    .addColumn('from_at', integer, (column) => column.notNull())
    .addColumn('until_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('holds_key', ['holder', 'resource', 'from_at'])
    .execute()
  await tx.schema.createIndex('holds_by_time').on('holds').columns(['until_at', 'from_at']).execute()
  await tx.schema
    .createTable('held_quanta')
    .addColumn('resource', text, (column) => column.notNull())
    .addColumn('quantum', integer, (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('held_quanta_key', ['resource', 'quantum'])
    .execute()
  await tx.schema.createIndex('held_quanta_by_holder').on('held_quanta').column('holder').execute()
}
