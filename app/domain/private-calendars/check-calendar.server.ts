import type { Tx } from '#app/database/tables.ts'
import type { Database } from '#app/database/connection.server.ts'
import { bookableDays } from '#app/domain/booking/availability.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import type { Interval } from '#app/domain/booking/busy.ts'
import { replaceBlocked } from '#app/domain/booking/holds.server.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { clinicDate, clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import type { CalendarReader } from '#app/integrations/calendars/calendar-reader.server.ts'
import type { CalendarRead, CalendarSource } from '#app/integrations/calendars/calendar-work.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { ReadFailure } from './private-calendars.server.ts'
import { calendarRecord } from './calendar-source.server.ts'

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
 * read before stay blocked.
 */
export async function checkCalendar(deps: Deps, id: string, now: number) {
  const { database, vault, calendarReader, clinic } = deps
  const row = await database.db
    .selectFrom('privateCalendars')
    .select(['source', 'validator', 'readDays'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const sealed = await vault.tryOpen(database.db, calendarRecord(id), row.source)
  const within = toRead(deps, now)
  const read: Reading =
    sealed === undefined || sealed === 'unreadable'
      ? { ok: false, reason: 'sealed' }
      : await calendarReader.read({
          source: JSON.parse(sealed.toString()) as CalendarSource,
          within,
          timeZone: clinic.facts(now).timeZone,
          // On another day, other days are read.
          ...(row.validator !== null && row.readDays === daysOf(within) && { validator: row.validator }),
        })
  await database.transaction((tx) => recordReading(deps, { tx, id, read, within, now }))
}

type Reading = CalendarRead | { ok: false; reason: ReadFailure }

type Recorded = { tx: Tx; id: string; read: Reading; within: Interval; now: number }

async function recordReading({ database, pages }: Deps, { tx, id, read, within, now }: Recorded) {
  const row = await tx
    .updateTable('privateCalendars')
    .set({
      checkedAt: now,
      failure: read.ok ? null : read.reason,
      ...(read.ok && { readAt: now }),
      ...('busy' in read && {
        oddities: read.oddities.join(' '),
        validator: read.validator ?? null,
        readDays: daysOf(within),
      }),
    })
    .where('id', '=', id)
    .returning('person')
    .executeTakeFirst()
  // It may have been removed meanwhile.
  if (!row || !('busy' in read)) return
  if (await replaceBlocked({ database, tx }, `calendar:${id}`, row.person, read.busy)) await pages.purge(tx, 'booking')
}

const daysOf = ({ from, until }: Interval) => `${from} ${until}`

function toRead({ booking, clinic }: Deps, now: number) {
  const { timeZone } = clinic.facts(now)
  const { last } = bookableDays({ booking, clinic }, now)
  return {
    from: clinicDayStart(clinicDate(now, timeZone), timeZone),
    until: clinicDayStart(last.add({ days: 1 }), timeZone) + booking.bufferMinutes * 60_000,
  }
}
