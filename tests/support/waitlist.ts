import type { Database } from '#app/database/connection.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { joinWaitlist } from '#app/domain/booking/waitlist/entries.server.ts'
import type { Wishes } from '#app/domain/booking/waitlist/wishes.ts'
import { bookingDeps, dayOne as now } from './booking.ts'

type Wish = Partial<Wishes> & { n?: number; booking?: BookingContent | undefined }

/** Person number `n` joins the waitlist, for any day and hour. Returns the id of their place. */
export async function joinTestWaitlist(database: Database, { n = 1, booking, ...wishes }: Wish = {}) {
  const contact = { name: `Wanda ${n}`, email: `wanda${n}@example.com`, phone: `(205) 555-${2000 + n}` }
  const usual = { serviceIds: ['general'], person: undefined, weekdays: [], fromTime: undefined, untilTime: undefined }
  const joining = { contact, wishes: { ...usual, lastDay: '2026-12-31', ...wishes } }
  const joined = await joinWaitlist(bookingDeps(database, booking), joining, { now })
  return joined.ok ? joined.id : ''
}
