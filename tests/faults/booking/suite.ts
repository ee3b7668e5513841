import type { Database } from '#app/database/connection.server.ts'
import { isMorningEmailDue, type Suite } from '../suite.ts'
import { type BookingEvidence, compareBookings } from './compare.ts'
import { bookConcurrently, type SeenByPatients } from './patients.ts'

/** Patients book, move, cancel and restore appointments, and the clinic blocks time. */
export const bookings: Suite = {
  name: 'booking',
  // Long enough for a fault to strike at any step of a booking or an email.
  withinMs: () => 1_000,
  async begin({ variant, chance, clock, seen: each, servers, mailbox, withDatabase }) {
    const seen: SeenByPatients = Object.assign(each, { appointments: [], lost: 0, blockedTimes: 0 })
    const timer = setInterval(() => void withDatabase(expireUndoPeriods).catch(() => {}), 1_500)
    const anyServer = {
      get url() {
        return chance.oneOf(servers.urls)
      },
    }
    // After a clock jump the session of the clinic has expired.
    const blocksTime = !variant.faults.includes('clock-jump')
    return {
      act: (round) => bookConcurrently(anyServer, round, chance, seen, { blocksTime }),
      isDrained: () => withDatabase((database) => isDrained(database, clock.now())),
      async judge(interruptions) {
        const stored = await withDatabase(readBookings)
        const { appointments, blockedTimes, lost } = seen
        const sum = (what: 'moved' | 'cancelled' | 'restored') =>
          appointments.reduce((total, one) => total + one[what], 0)
        const counts = {
          booked: appointments.length,
          moved: sum('moved'),
          canceled: sum('cancelled'),
          restored: sum('restored'),
          'blocked by the clinic': blockedTimes,
        }
        return {
          answered: Object.values(counts).reduce((total, count) => total + count, 0),
          stored: stored.appointments.length,
          counts: { ...counts, 'lost to others': lost },
          violations: compareBookings({ ...stored, told: appointments, mails: mailbox.mails, interruptions }),
        }
      },
      end: () => clearInterval(timer),
    }
  },
}

/** Ends the three minutes in which a cancellation can be undone, or the calendar would fill up with canceled times. */
const expireUndoPeriods = (database: Database) =>
  database.transaction(async (tx) => {
    const now = Date.now()
    await tx
      .updateTable('jobs')
      .set({ runAt: now })
      .where('kind', '=', 'release-hour')
      .where('runAt', '>', now)
      .execute()
    // After the jobs: an appointment canceled in between must not have its job run while it can still be restored.
    await tx.updateTable('appointments').set({ undoUntil: now }).where('undoUntil', '>', now).execute()
  })

async function isDrained(database: Database, now: number) {
  if (await isMorningEmailDue(database, now)) return false
  const { db } = database
  const emails = await db.selectFrom('emails').select('id').where('state', '=', 'waiting').limit(1).execute()
  const jobs = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['send-email', 'release-hour'])
    .limit(1)
    .execute()
  return emails.length === 0 && jobs.length === 0
}

async function readBookings({ db }: Database): Promise<Omit<BookingEvidence, 'told' | 'mails' | 'interruptions'>> {
  const drafts = await db.selectFrom('bookingDrafts').select('id').execute()
  const emails = await db.selectFrom('emails').select(['kind', 'ids', 'messageId', 'recipient', 'state']).execute()
  return {
    appointments: await db.selectFrom('appointments').selectAll().execute(),
    holds: await db.selectFrom('holds').selectAll().execute(),
    slots: await db.selectFrom('heldQuanta').selectAll().execute(),
    blocks: await db.selectFrom('blocks').selectAll().execute(),
    drafts: drafts.map(({ id }) => id),
    emails: emails.map(({ kind, ids, messageId, recipient, state }) => {
      const { appointmentId: causeId = '', about = '' }: Record<string, string> = JSON.parse(ids)
      return { kind, about, causeId, messageId, recipient, state }
    }),
  }
}
