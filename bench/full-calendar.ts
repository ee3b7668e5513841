import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-schema.ts'
import { slotsOf } from '#app/domain/booking/busy.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { instantsOn } from '#app/domain/shared/clinic-time.ts'
import { booking as content } from '#content/booking.ts'

const visits = 5_000
const visitMs = 10 * 60_000

const five = ['anna', 'ravi', 'maya', 'leela', 'arun'].map((id) => ({ id, name: id }))

/** Five practitioners with a room each; short visits without a buffer, or so many would not fit into a month. */
export const busyBooking: BookingContent = {
  ...content,
  bufferMinutes: 0,
  practitioners: five,
  rooms: five.map(({ id }) => ({ id: `room-${id}`, name: id })),
}

export const clinicOfContent = { facts: contentFacts }

/** Fills the opening hours of 31 days with 5,000 visits, day by day from the first time on; little stays free. */
export async function fillCalendar(database: Database, first: Temporal.PlainDate) {
  const { timeZone, hours, closures } = contentFacts(Date.now())
  const starts = Array.from({ length: 31 }, (_, days) => first.add({ days })).flatMap((day) => {
    const instantOf = instantsOn(day, timeZone)
    return openHoursOn({ timeZone, hours, closures }, day).flatMap(({ opens, closes }) =>
      Array.from(
        { length: Math.floor((instantOf(closes) - instantOf(opens)) / visitMs) },
        (_, index) => instantOf(opens) + index * visitMs,
      ),
    )
  })
  // Spread over the month, so that each day has some free time at its end.
  const share = visits / five.length / starts.length
  if (share > 1) throw new Error('the month is too short')
  const taken = starts.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
  const all = five.flatMap(({ id }) => taken.map((startsAt) => ({ id: randomUUID(), who: id, startsAt })))
  if (all.length !== visits) throw new Error(`${all.length} visits instead of ${visits}`)
  for (let next = 0; next < all.length; next += 500) await insert(database, all.slice(next, next + 500))
  // What PostgreSQL does by itself after a while.
  if (database.kind === 'postgres') await sql`vacuum analyze holds`.execute(database.db)
}

const insert = (database: Database, some: { id: string; who: string; startsAt: number }[]) =>
  database.transaction(async (tx) => {
    const held = some.flatMap(({ id, who, startsAt }) =>
      [`person:${who}`, `room:room-${who}`].map((resource) => ({
        holder: `appointment:${id}`,
        resource,
        from_at: startsAt,
        until_at: startsAt + visitMs,
      })),
    )
    await tx
      .insertInto('appointments')
      .values(
        some.map(({ id, who, startsAt }) => ({
          id,
          draft_id: null,
          service_id: 'general',
          state: 'confirmed' as const,
          starts_at: startsAt,
          ends_at: startsAt + visitMs,
          person: `person:${who}`,
          room: `room:room-${who}`,
          name: 'Maya Thomas',
          email: `${id}@example.com`,
          phone: '(205) 555-0100',
          phone_digits: '2055550100',
          health: null,
          health_kept: 0,
          booked_at: startsAt - 86_400_000,
          cancelled_from: null,
          undo_until: null,
          revision: 0,
          link_version: 1,
        })),
      )
      .execute()
    await tx.insertInto('holds').values(held).execute()
    await tx
      .insertInto('held_quanta')
      .values(
        held.flatMap(({ holder, resource, from_at: from, until_at: until }) =>
          slotsOf({ from, until }).map((quantum) => ({ holder, resource, quantum })),
        ),
      )
      .execute()
  })
