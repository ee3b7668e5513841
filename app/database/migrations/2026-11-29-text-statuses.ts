import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

/** What became of texts after the service took them; of earlier ones nobody asks any more. */
export const textStatuses: Migration['up'] = async (tx, { integer }) => {
  await tx.schema.alterTable('text_messages').addColumn('checked_at', integer).execute()
  await tx.schema.alterTable('text_messages').addColumn('settled_at', integer).execute()
  await sql`update text_messages set settled_at = ended_at where ended_at is not null`.execute(tx)
}
