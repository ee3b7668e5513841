import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { slotsOf } from '#app/domain/booking/busy.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { openHoursOn } from '#app/domain/clinic/opening-hours.ts'
import { instantsOn } from '#app/domain/shared/clinic-time.ts'
import { booking as content } from '#content/booking.ts'

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
  // PostgreSQL would do this itself after a while (autovacuum).
  if (database.kind === 'postgres') await sql`vacuum analyze holds`.execute(database.db)
}

const insert = (database: Database, some: { id: string; who: string; startsAt: number }[]) =>
  database.transaction(async (tx) => {
    const held = some.flatMap(({ id, who, startsAt }) =>
      ([`person:${who}`, `room:room-${who}`] as const).map((resource) => ({
        holder: `appointment:${id}` as const,
        resource,
        fromAt: startsAt,
        untilAt: startsAt + visitMs,
      })),
    )
    await tx
      .insertInto('appointments')
      .values(
        some.map(({ id, who, startsAt }) => ({
          id,
          draftId: null,
          serviceId: 'general',
          state: 'confirmed' as const,
          startsAt,
          endsAt: startsAt + visitMs,
          person: `person:${who}`,
          room: `room:room-${who}`,
          name: 'Maya Thomas',
          email: `${id}@example.com`,
          phone: '(205) 555-0100',
          phoneDigits: '2055550100',
          health: null,
          healthKept: 0,
          bookedAt: startsAt - 86_400_000,
          cancelledFrom: null,
          undoUntil: null,
          revision: 0,
          linkVersion: 1,
        })),
      )
      .execute()
    await tx.insertInto('holds').values(held).execute()
    await tx
      .insertInto('heldQuanta')
      .values(
        held.flatMap(({ holder, resource, fromAt: from, untilAt: until }) =>
          slotsOf({ from, until }).map((quantum) => ({ holder, resource, quantum })),
        ),
      )
      .execute()
  })
