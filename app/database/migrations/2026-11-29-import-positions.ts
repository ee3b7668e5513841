import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/**
 * A line of an imported file may have several addresses, so that these are counted. Readings of files may hold values of
 * any column, such as diagnoses of a patients' list: they are no longer needed for imports that ended, and the others are
 * uploaded again.
 */
export const importPositions: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema.alterTable('subscriber_import_lines').renameTo('subscriber_import_lines_before').execute()
  await tx.schema
    .createTable('subscriber_import_lines')
    .addColumn('import_id', text, (column) => column.notNull().references('subscriber_imports.id'))
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('line', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('name', text)
    .addColumn('signed_up', text)
    .addPrimaryKeyConstraint('subscriber_import_lines_positions', ['import_id', 'position'])
    .execute()
  await sql`insert into subscriber_import_lines (import_id, position, line, address, outcome, name, signed_up)
    select import_id, line, line, address, outcome, name, signed_up from subscriber_import_lines_before`.execute(tx)
  await tx.schema.dropTable('subscriber_import_lines_before').execute()
  await sql`create index subscriber_import_lines_by_position
    on subscriber_import_lines (import_id, outcome, position)`.execute(tx)

  // The nightly clean-up deletes discarded imports.
  await sql`update subscriber_imports set state = 'discarded', ended_at = created_at
    where state in ('receiving', 'checking') or (state = 'checked' and reading like '%"answer":null%')`.execute(tx)
  await sql`delete from subscriber_import_parts`.execute(tx)
  await sql`update subscriber_imports set reading = null`.execute(tx)
}
