import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

export const auditVerifications: Migration['up'] = async (tx, { text, integer }) => {
  await tx.schema
    .createTable('audit_verifications')
    .addColumn('id', text, (column) => column.primaryKey().check(sql`id = 'last'`))
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('fault', text)
    .addColumn('entry', integer)
    .addColumn('count', integer, (column) => column.notNull())
    .addColumn('hmac', text, (column) => column.notNull())
    .execute()
}
