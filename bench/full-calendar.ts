import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { instantsOn } from '#app/domain/shared/clinic-time.ts'
import { deliveredBooking as content } from '#app/domain/booking/live-booking.server.ts'
import { putAppointments } from '../tests/support/calendar.ts'

const visits = 5_000
const visitMs = 10 * 60_000

const five = ['anna', 'ravi', 'maya', 'leela', 'arun'].map((id) => ({ id, name: id }))

/** Five practitioners with a room each. Short appointments without a buffer, so that 5,000 fit into a month. */
export const busyBooking: BookingContent = {
  ...content,
  bufferMinutes: 0,
  practitioners: five,
  rooms: five.map(({ id }) => ({ id: `room-${id}`, name: id })),
}

export const clinicOfContent = { facts: contentFacts }

/** Fills the opening hours of 31 days with 5,000 visits, day by day from the first time on; little stays free. */
export async function fillCalendar(database: Database, first: Temporal.PlainDate) {
  const starts = listStarts(first, 31).flat()
  // Spread over the month, so that each day has some free time at its end.
  const share = visits / five.length / starts.length
  if (share > 1) throw new Error('the month is too short')
  const taken = starts.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
  await putVisits(database, taken)
}

/** Fills the beginnings of 60 days with 5,000 visits; whoever wants to come every day finds free hours after them. */
export async function fillMornings(database: Database, first: Temporal.PlainDate) {
  const days = listStarts(first, 60)
  const most = Math.max(...days.map(({ length }) => length))
  const inTurn = Array.from({ length: most }, (_, index) => days.flatMap((starts) => starts[index] ?? [])).flat()
  await putVisits(database, inTurn.slice(0, visits / five.length))
}

/** The possible starts of each day. */
function listStarts(first: Temporal.PlainDate, days: number) {
  const { timeZone, hours, closures } = contentFacts(Date.now())
  return Array.from({ length: days }, (_, index) => first.add({ days: index })).map((day) => {
    const instantOf = instantsOn(day, timeZone)
    return openHoursOn({ timeZone, hours, closures }, day).flatMap(({ opens, closes }) =>
      Array.from(
        { length: Math.floor((instantOf(closes) - instantOf(opens)) / visitMs) },
        (_, index) => instantOf(opens) + index * visitMs,
      ),
    )
  })
}

/** A visit to each of the five people at each of these times. */
async function putVisits(database: Database, starts: readonly number[]) {
  const { timeZone } = contentFacts(Date.now())
  const all = five.flatMap(({ id }) => starts.map((startsAt) => ({ id, startsAt })))
  if (all.length !== visits) throw new Error(`${all.length} visits instead of ${visits}`)
  const planned = all.map(({ id, startsAt }, index) => {
    const start = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone)
    return {
      day: start.toPlainDate(),
      start: start.toPlainTime().toString(),
      minutes: visitMs / 60_000,
      person: id,
      room: `room-${id}`,
      name: 'Maya Thomas',
      email: `${index}@example.com`,
    }
  })
  // A statement has room for some thousand values.
  for (let next = 0; next < planned.length; next += 500)
    await putAppointments(database, planned.slice(next, next + 500), busyBooking)
  // PostgreSQL would do this itself after a while (autovacuum).
  if (database.kind === 'postgres') await sql`vacuum analyze holds`.execute(database.db)
}
