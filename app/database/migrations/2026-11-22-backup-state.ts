import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const backupState: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('backup_state')
    .addColumn('id', text, (column) => column.primaryKey().check(sql`id = 'last'`))
    .addColumn('lineage', text, (column) => column.notNull())
    .addColumn('since', integer, (column) => column.notNull())
    .addColumn('made_at', integer)
    .addColumn('bytes', integer)
    .addColumn('failed_at', integer)
    .addColumn('failure', text)
    .addColumn('drilled_at', integer)
    .addColumn('drill_fault', text)
    .addColumn('sheet_for', text)
    .execute()
  await tx.insertInto('backup_state').values({ id: 'last', lineage: randomUUID(), since: Date.now() }).execute()
}
