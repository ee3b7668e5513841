import { sql } from 'kysely'
import type { Migration } from '#app/database/migrate.server.ts'

type Row = { id: string; title: string; text: string }

/** Reply templates are content now: what there is of each becomes its first version. */
export const replyTemplates: Migration['up'] = async (tx) => {
  const found = sql<Row>`select id, title, text from reply_templates where deleted_at is null order by title, id`
  const { rows } = await found.execute(tx)
  const values = ({ id, title, text }: Row) =>
    sql`(${`reply-templates/${id}`}, 1, ${JSON.stringify({ title, text })}, ${Date.now()}, 'program')`
  if (rows.length > 0)
    await sql`insert into content_versions (record, version, changes, at, who) values ${sql.join(rows.map(values))}`.execute(
      tx,
    )
  await sql`drop table reply_templates`.execute(tx)
}
