import { z } from 'zod'
import type { Db, Tables } from '#app/database/tables.ts'
import type { Closure } from './sections.ts'

export type SavedClosures = {
  closures: readonly Closure[]
  /** Incremented by each change. */
  revision: number
}

export async function readClosures(db: Db): Promise<SavedClosures> {
  // First: a change while the rest is read then has a higher revision.
  const count = await db
    .selectFrom('clinicOverlays')
    .select('revision')
    .where('section', '=', 'closures')
    .executeTakeFirst()
  const rows = await db.selectFrom('closures').selectAll().orderBy('firstDay').orderBy('id').execute()
  return {
    closures: rows.flatMap((row) => (areDays(row) ? [toClosure(row)] : [])),
    revision: count?.revision ?? 0,
  }
}

/** A row written by hand must not break every page. */
const areDays = (row: Tables['closures']) =>
  z.tuple([z.iso.date(), z.iso.date()]).safeParse([row.firstDay, row.lastDay]).success

const toClosure = (row: Tables['closures']): Closure => ({
  id: row.id,
  firstDay: row.firstDay,
  lastDay: row.lastDay,
  ...(row.fromTime !== null && row.untilTime !== null && { part: { opens: row.fromTime, closes: row.untilTime } }),
  ...(row.reason !== null && { reason: row.reason }),
})
