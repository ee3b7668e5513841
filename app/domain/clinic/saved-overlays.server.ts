import { z } from 'zod'
import type { Db, Tables } from '#app/database/tables.ts'
import { type OpenHours, weekdays } from './clinic.ts'
import { itemSchema, overlaySchemas } from './overlay-schema.ts'
import type { Closure, Items, Overlays, WeekHours } from './overlays.ts'

/** Everything the admin said, as it stands in the database. */
export type Saved = {
  overlays: Overlays
  /** How often each section was changed; one that never was is not there. */
  revisions: Readonly<Record<string, number>>
  /** How often anything was. */
  version: number
}

/** A few small rows. A value that an older version wrote and nobody understands any more counts as not there. */
export async function readSaved(db: Db): Promise<Saved> {
  // First: what changes while the rest is read comes with a higher version.
  const sections = await db.selectFrom('clinicOverlays').selectAll().execute()
  const hours = await db.selectFrom('openingHours').selectAll().orderBy('weekday').orderBy('opens').execute()
  const closures = await db.selectFrom('closures').selectAll().orderBy('firstDay').orderBy('id').execute()
  const valueOf = new Map(sections.map(({ section, value }) => [section, value ?? undefined]))
  return {
    overlays: {
      address: understood(overlaySchemas.address, valueOf.get('address')),
      phones: understood(overlaySchemas.phones, valueOf.get('phones')),
      emails: understood(overlaySchemas.emails, valueOf.get('emails')),
      holidays: understood(overlaySchemas.holidays, valueOf.get('holidays')),
      reminder: understood(overlaySchemas.reminder, valueOf.get('reminder')),
      notice: understood(overlaySchemas.notice, valueOf.get('notice')),
      hours: valueOf.get('hours') === undefined ? undefined : weekOf(hours),
      closures: closures.flatMap((row) => (areDays(row) ? [toSavedClosure(row)] : [])),
      items: itemsIn(valueOf),
    },
    revisions: Object.fromEntries(sections.map(({ section, revision }) => [section, revision])),
    version: sections.reduce((sum, { revision }) => sum + revision, 0),
  }
}

function understood<Value>(schema: z.ZodType<Value>, json: string | undefined): Value | undefined {
  if (json === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

const weekOf = (rows: Tables['openingHours'][]) =>
  Object.fromEntries(
    weekdays.map((day, index) => [
      day,
      rows.filter(({ weekday }) => weekday === index + 1).map(({ opens, closes }): OpenHours => ({ opens, closes })),
    ]),
  ) as WeekHours

/** No page must fail because of a row that somebody wrote by hand. */
const areDays = (row: Tables['closures']) =>
  z.tuple([z.iso.date(), z.iso.date()]).safeParse([row.firstDay, row.lastDay]).success

const toSavedClosure = (row: Tables['closures']): Closure => ({
  id: row.id,
  firstDay: row.firstDay,
  lastDay: row.lastDay,
  ...(row.fromTime !== null && row.untilTime !== null && { part: { opens: row.fromTime, closes: row.untilTime } }),
  ...(row.reason !== null && { reason: row.reason }),
})

const itemsIn = (valueOf: Map<string, string | undefined>): Items =>
  Object.fromEntries(
    [...valueOf].flatMap(([section, value]) => {
      const item = /^(service|product):/.test(section) ? understood(itemSchema, value) : undefined
      return item ? [[section, item]] : []
    }),
  )
