import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import type { KnownAct } from './audit.server.ts'
import { type ActorKind, actorKinds } from './actor-kinds.ts'
import type { Entry } from './chain.server.ts'

const pageSize = 50

const notPeople = actorKinds.filter((kind) => kind !== 'person')

export type EntryFilter = {
  /** Any of these. */
  records?: readonly string[] | undefined
  /** Epoch milliseconds. */
  day?: { from: number; until: number } | undefined
  /** The beginning of the names of acts, 'order'. */
  area?: string | undefined
  who?: ActorKind | undefined
}

/** A page of entries by sequence number. Filters by area and actor have no index: they read until the page is full. */
export async function listEntries(
  { db }: Pick<Database, 'db'>,
  filter: EntryFilter,
  place: PagePlace<number> = {},
): Promise<{ entries: Entry[]; previous: number | undefined; next: number | undefined }> {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    ({ ascending, beyond, limit }) =>
      filterEntries(db, filter)
        .$if(beyond !== undefined, (all) => all.where('sequence', ascending ? '>' : '<', beyond ?? 0))
        .orderBy('sequence', ascending ? 'asc' : 'desc')
        .limit(limit)
        .execute(),
    ({ sequence }) => sequence,
  )
  return { entries: rows, ...around }
}

function filterEntries(db: Db, { records, day, area, who }: EntryFilter) {
  let rows = db.selectFrom('auditEntries').selectAll()
  if (records !== undefined) rows = rows.where('record', 'in', records)
  if (area !== undefined)
    rows = rows.where(({ or, eb }) => or([eb('act', 'like', `${area}.%`), eb('act', 'like', `${area}s.%`)]))
  if (who === 'person') rows = rows.where('who', 'not in', notPeople)
  else if (who) rows = rows.where('who', '=', who)
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
  return rows
}

/** Every act of an area, such as 'waitlist', in their order. */
export const findActsOf = (db: Db, area: string) =>
  db
    .selectFrom('auditEntries')
    .select(['act', 'detail'])
    .where('act', 'like', `${area}.%`)
    .orderBy('sequence')
    .execute()

/** Every entry of an act, or of an act about one record. */
export const findEntries = (db: Db, act: KnownAct, record?: string) =>
  db
    .selectFrom('auditEntries')
    .select(['record', 'detail'])
    .where('act', '=', act)
    .$if(record !== undefined, (entries) => entries.where('record', '=', record!))
    .execute()
