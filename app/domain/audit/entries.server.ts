import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Entry } from './chain.server.ts'

const pageSize = 50

/** `day`: epoch milliseconds. `before`: a sequence number. */
type EntryFilter = { record?: string; day?: { from: number; until: number }; before?: number }

/** One page, newest first; `older` is the `before` of the next page. */
export async function listEntries(
  { db }: Pick<Database, 'db'>,
  { record, day, before }: EntryFilter,
): Promise<{ entries: Entry[]; older?: number }> {
  let rows = db.selectFrom('auditEntries').selectAll()
  if (record !== undefined) rows = rows.where('record', '=', record)
  if (before !== undefined) rows = rows.where('sequence', '<', before)
  if (day) {
    const ofDay = db.selectFrom('auditEntries').where('at', '>=', day.from).where('at', '<', day.until)
    // The range of sequence numbers first, so that an old day is found without reading all later entries. With the
    // bare column, PostgreSQL would scan all entries for the minimum.
    const number = sql<number>`sequence + 0`
    rows = rows
      .where('at', '>=', day.from)
      .where('at', '<', day.until)
      .where(
        'sequence',
        '>=',
        ofDay.select(({ fn }) => fn.min(number).as('first')),
      )
      .where(
        'sequence',
        '<=',
        ofDay.select(({ fn }) => fn.max(number).as('last')),
      )
  }
  const found = await rows
    .orderBy('sequence', 'desc')
    .limit(pageSize + 1)
    .execute()
  const entries = found.slice(0, pageSize)
  return { entries, older: found.length > pageSize ? entries.at(-1)?.sequence : undefined }
}
