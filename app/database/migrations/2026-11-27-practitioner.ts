import type { Migration } from '#app/database/migrate.server.ts'

export const practitioner: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('staff').addColumn('person', text).execute()
  await tx.schema.alterTable('invitations').addColumn('person', text).execute()
  await tx.schema
    .alterTable('staff')
    .addColumn('feed_version', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await tx.schema.createIndex('staff_by_person').unique().on('staff').column('person').execute()
}
