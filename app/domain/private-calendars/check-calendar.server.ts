import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#app/database/tables.ts'
import type { Database } from '#app/database/connection.server.ts'
import { bookableDays } from '#app/domain/booking/availability.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { replaceBlocked } from '#app/domain/booking/holds.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import type { CalendarReader } from '#app/integrations/calendars/calendar-reader.server.ts'
import type { CalendarRead } from '#app/integrations/calendars/calendar-work.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { toCalendarChoice, withFound } from './account-choice.ts'
import { calendarLock, type ReadFailure } from './private-calendars.server.ts'
import { openCalendar, sealCalendar, type SealedCalendar } from './sealed-calendar.server.ts'

type Deps = {
  database: Database
  vault: Vault
  booking: BookingContent
  clinic: Pick<ClinicNow, 'facts'>
  pages: Pick<Purges, 'purge'>
  calendarReader: CalendarReader
}

/**
 * Reads a calendar and blocks its busy times, from today to the last day that can be booked. After a failure the times
 * read before stay blocked. 'chosen-meanwhile': its owner chose others among its calendars, so it must be read again.
 */
export async function checkCalendar(deps: Deps, id: string, now: number) {
  const { database, vault, calendarReader, clinic } = deps
  const row = await database.db
    .selectFrom('privateCalendars')
    .select(['id', 'source', 'validator', 'readDays'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const opened = await openCalendar(vault, database.db, row)
  const within = toRead(deps, now)
  const read: Reading = opened
    ? await calendarReader.read({
        source: opened.source,
        ...(opened.choice && { choice: toCalendarChoice(opened.choice) }),
        within,
        timeZone: clinic.facts(now).timeZone,
        // On another day, other days are read.
        ...(row.validator !== null && row.readDays === daysOf(within) && { validator: row.validator }),
      })
    : { ok: false, reason: 'sealed' }
  return database.transaction((tx) => recordReading(deps, { tx, sealed: row, opened, read, within, now }))
}

type Reading = CalendarRead | { ok: false; reason: ReadFailure }

type Recorded = {
  tx: Tx
  /** What was read, as it was before. */
  sealed: { id: string; source: Uint8Array }
  opened: SealedCalendar | undefined
  read: Reading
  within: Interval
  now: number
}

async function recordReading(
  { database, vault, pages }: Deps,
  { tx, sealed: { id, source }, opened, read, within, now }: Recorded,
) {
  await database.takeAdvisoryLock(tx, calendarLock)
  const row = await tx
    .selectFrom('privateCalendars')
    .select(['person', 'source'])
    .where('id', '=', id)
    .executeTakeFirst()
  // It may have been removed meanwhile.
  if (!row) return undefined
  if (Buffer.compare(row.source, source) !== 0) return 'chosen-meanwhile' as const
  const found = 'calendars' in read && read.calendars
  const choice = found && withFound(opened?.choice, found)
  await tx
    .updateTable('privateCalendars')
    .set({
      checkedAt: now,
      failure: read.ok ? null : 'origin' in read ? `${read.reason} ${read.origin}` : read.reason,
      ...(read.ok && { readAt: now }),
      ...('busy' in read && {
        oddities: read.oddities.join(' '),
        validator: read.validator ?? null,
        readDays: daysOf(within),
      }),
      ...(opened &&
        choice &&
        !isDeepStrictEqual(choice, opened.choice) && {
          source: await sealCalendar(vault, tx, id, { ...opened, choice }),
        }),
    })
    .where('id', '=', id)
    .execute()
  if ('busy' in read && (await replaceBlocked({ database, tx }, `calendar:${id}`, row.person, read.busy)))
    await pages.purge(tx, 'booking')
  return undefined
}

const daysOf = ({ from, until }: Interval) => `${from} ${until}`

function toRead({ booking, clinic }: Deps, now: number) {
  const { timeZone } = clinic.facts(now)
  const { last } = bookableDays({ booking, clinic }, { now })
  return {
    from: clinicDayStart(clinicDate(now, timeZone), timeZone),
    until: clinicDayStart(last.add({ days: 1 }), timeZone) + booking.bufferMinutes * 60_000,
  }
}
