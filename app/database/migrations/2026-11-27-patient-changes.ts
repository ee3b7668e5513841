import type { Migration } from '#app/database/migrate.server.ts'

/** Merging and splitting patients, with what undo needs; notes and tags of patients. */
export const patientChanges: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('patient_changes')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('person_id', text, (column) => column.notNull())
    .addColumn('moves', text, (column) => column.notNull())
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('undone_at', integer)
    .execute()
  await tx.schema.createIndex('patient_changes_person').on('patient_changes').column('person_id').execute()
  await tx.schema
    .createTable('patient_notes')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('patient_id', text, (column) => column.notNull().references('patients.id'))
    .addColumn('audience', text, (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addColumn('written_at', integer, (column) => column.notNull())
    .addColumn('who', text, (column) => column.notNull())
    .execute()
  await tx.schema.createIndex('patient_notes_patient').on('patient_notes').column('patient_id').execute()
  await tx.schema
    .createTable('patient_tags')
    .addColumn('patient_id', text, (column) => column.notNull().references('patients.id'))
    .addColumn('tag', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('patient_tags_key', ['patient_id', 'tag'])
    .execute()
  await tx.schema.createIndex('patient_tags_tag').on('patient_tags').column('tag').execute()
}
