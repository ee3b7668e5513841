import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const subscriberImports: Migration['up'] = async (tx, { text, integer, bytes }) => {
  await tx.schema
    .createTable('subscriber_imports')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .check(sql`state in ('receiving', 'checking', 'checked', 'importing', 'done', 'refused', 'discarded')`),
    )
    .addColumn('problem', text)
    .addColumn('through_line', integer, (column) => column.notNull())
    .addColumn('last_line', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('ended_at', integer)
    .execute()
  await sql`create index subscriber_imports_by_time on subscriber_imports (created_at, id)`.execute(tx)

  await tx.schema
    .createTable('subscriber_import_parts')
    .addColumn('import_id', text, (column) => column.notNull().references('subscriber_imports.id'))
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('subscriber_import_parts_key', ['import_id', 'position'])
    .execute()

  await tx.schema
    .createTable('subscriber_import_lines')
    .addColumn('import_id', text, (column) => column.notNull().references('subscriber_imports.id'))
    .addColumn('line', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('outcome', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('subscriber_import_lines_key', ['import_id', 'line'])
    .execute()
  await sql`create index subscriber_import_lines_by_outcome
    on subscriber_import_lines (import_id, outcome, line)`.execute(tx)
}
