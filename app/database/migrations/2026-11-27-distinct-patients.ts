import type { Migration } from '#app/database/migrate.server.ts'

export const distinctPatients: Migration['up'] = async (tx, { text }) => {
  await tx.schema
    .createTable('distinct_patients')
    .addColumn('one_id', text, (column) => column.notNull().references('patients.id'))
    .addColumn('other_id', text, (column) => column.notNull().references('patients.id'))
    .addPrimaryKeyConstraint('distinct_patients_key', ['one_id', 'other_id'])
    .execute()
  await tx.schema.createIndex('distinct_patients_other').on('distinct_patients').column('other_id').execute()
}
