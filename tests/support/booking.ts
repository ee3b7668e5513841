import type { Database } from '#app/database/connection.server.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import type { BookingContent } from '#app/domain/booking/booking-schema.ts'
import { findDraft, keepDraft } from '#app/domain/booking/drafts.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { weekdays } from '#app/domain/clinic/clinic.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { WeekHours } from '#app/domain/clinic/overlays.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { testVault } from './vault.ts'

const timeZone = 'America/Chicago'

/** '2026-05-05T10:00' on the clinic's clock, in epoch milliseconds. */
export const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${timeZone}]`).epochMilliseconds

/** A Monday morning. */
export const dayOne = at('2026-05-04T08:00')

/** A clinic that is open from 9 to 5 every day, with one person and one room. */
export const bookingRules: BookingContent = {
  stepMinutes: 30,
  bufferMinutes: 15,
  noticeHours: 4,
  horizonDays: 60,
  changeCutOffHours: 24,
  graceMinutes: 60,
  mostUpcoming: 3,
  mostOnlinePerHour: 30,
  rooms: [{ id: 'one', name: 'One' }],
  practitioners: [],
  usual: { minutes: 60 },
  services: {
    long: { minutes: 120 },
    asked: { confirmedByClinic: true },
    far: { byVideo: true },
    either: { byVideo: 'offered' },
  },
}

const hours = Object.fromEntries(weekdays.map((day) => [day, [{ opens: '09:00', closes: '17:00' }]])) as WeekHours

export function bookingDeps(database: Database, booking: BookingContent = bookingRules): BookingDeps {
  const clinic: BookingDeps['clinic'] = {
    facts: (moment) => ({ ...contentFacts(moment), timeZone, hours, closures: [], holidays: [] }),
  }
  return {
    database,
    vault: testVault(database),
    queue: createQueue(database),
    mailDomain: 'clinic.example',
    clinic,
    booking,
    pages: createPurges(database, { drop: () => {} }),
  }
}

type Visit = {
  start?: string
  startsAt?: number
  n?: number
  serviceId?: string
  booking?: BookingContent
  /** Of the database, where it is a running site's. */
  encryptionKey?: string
  personId?: string
}

/** Somebody books; `n` tells one from another. */
export async function bookVisit(
  database: Database,
  {
    start = '2026-05-07T10:00',
    startsAt = at(start),
    n = 1,
    serviceId = 'general',
    booking,
    encryptionKey,
    personId,
  }: Visit = {},
) {
  const deps = { ...bookingDeps(database, booking), vault: testVault(database, encryptionKey) }
  const patient = { name: `Patient ${n}`, email: `p${n}@example.com`, phone: `(205) 555-${1000 + n}`, health: 'tired' }
  const id = await keepDraft(deps, { serviceId, patient }, dayOne)
  const draft = await findDraft({ ...deps, db: database.db }, id, dayOne)
  if (!draft) throw new Error('the draft is gone')
  return bookAppointment(deps, { draft, startsAt, personId, now: dayOne })
}
