import { z } from 'zod'
import type { Db, Tables } from '#app/database/tables.ts'
import { type OpenHours, weekdays } from './clinic.ts'
import { overlaySchemas } from './overlay-schema.server.ts'
import type { Closure, Overlays, WeekHours } from './overlays.ts'

/** The admin's changes in the database. */
export type Saved = {
  overlays: Overlays
  /** The number of changes by section, if any. */
  revisions: Readonly<Record<string, number>>
  /** The sum of the revisions. */
  version: number
}

/** A value of an older version that no longer fits its schema counts as missing. */
export async function readSaved(db: Db): Promise<Saved> {
  // First: a change while the rest is read then has a higher version.
  const sections = await db.selectFrom('clinicOverlays').selectAll().execute()
  const hours = await db.selectFrom('openingHours').selectAll().orderBy('weekday').orderBy('opens').execute()
  const closures = await db.selectFrom('closures').selectAll().orderBy('firstDay').orderBy('id').execute()
  const valueOf = new Map(sections.map(({ section, value }) => [section, value ?? undefined]))
  return {
    overlays: {
      address: parseJson(overlaySchemas.address, valueOf.get('address')),
      phones: parseJson(overlaySchemas.phones, valueOf.get('phones')),
      emails: parseJson(overlaySchemas.emails, valueOf.get('emails')),
      holidays: parseJson(overlaySchemas.holidays, valueOf.get('holidays')),
      reminder: parseJson(overlaySchemas.reminder, valueOf.get('reminder')),
      notice: parseJson(overlaySchemas.notice, valueOf.get('notice')),
      hours: valueOf.get('hours') === undefined ? undefined : toWeek(hours),
      closures: closures.flatMap((row) => (areDays(row) ? [toSavedClosure(row)] : [])),
    },
    revisions: Object.fromEntries(sections.map(({ section, revision }) => [section, revision])),
    version: sections.reduce((sum, { revision }) => sum + revision, 0),
  }
}

function parseJson<Value>(schema: z.ZodType<Value>, json: string | undefined): Value | undefined {
  if (json === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

const toWeek = (rows: Tables['openingHours'][]) =>
  Object.fromEntries(
    weekdays.map((day, index) => [
      day,
      rows.filter(({ weekday }) => weekday === index + 1).map(({ opens, closes }): OpenHours => ({ opens, closes })),
    ]),
  ) as WeekHours

/** A row written by hand must not break every page. */
const areDays = (row: Tables['closures']) =>
  z.tuple([z.iso.date(), z.iso.date()]).safeParse([row.firstDay, row.lastDay]).success

const toSavedClosure = (row: Tables['closures']): Closure => ({
  id: row.id,
  firstDay: row.firstDay,
  lastDay: row.lastDay,
  ...(row.fromTime !== null && row.untilTime !== null && { part: { opens: row.fromTime, closes: row.untilTime } }),
  ...(row.reason !== null && { reason: row.reason }),
})
