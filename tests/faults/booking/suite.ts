import type { Database } from '#app/database/connection.server.ts'
import type { Suite } from '../suite.ts'
import { type BookingEvidence, compareBookings } from './compare.ts'
import { bookAtOnce, type SeenByPatients } from './patients.ts'

/** Patients book, move, cancel and take it back, and the clinic keeps time for itself. */
export const bookings: Suite = {
  name: 'booking',
  // Long enough for a fault to strike at any step of a booking or an email.
  withinMs: () => 1_000,
  async begin({ variant, chance, seen: each, servers, mailbox, look }) {
    const seen: SeenByPatients = Object.assign(each, { visits: [], lost: 0, keptTimes: 0 })
    const hasten = setInterval(() => void look(letTimeFly).catch(() => {}), 1_500)
    const anyServer = {
      get url() {
        return chance.oneOf(servers.urls)
      },
    }
    // Its sign-in ends when the clock says that it was away for long.
    const keepsTime = !variant.faults.includes('clock-jump')
    return {
      act: (round) => bookAtOnce(anyServer, round, chance, seen, { keepsTime }),
      isDrained: () => look(isDrained),
      async judge(interruptions) {
        const stored = await look(readBookings)
        const { visits, keptTimes, lost } = seen
        const sum = (what: 'moved' | 'cancelled' | 'restored') =>
          visits.reduce((total, visit) => total + visit[what], 0)
        const counts = {
          booked: visits.length,
          moved: sum('moved'),
          canceled: sum('cancelled'),
          'taken back': sum('restored'),
          'kept by the clinic': keptTimes,
        }
        return {
          answered: Object.values(counts).reduce((total, count) => total + count, 0),
          stored: stored.appointments.length,
          counts: { ...counts, 'lost to others': lost },
          violations: compareBookings({ ...stored, told: visits, mails: mailbox.mails, interruptions }),
        }
      },
      end: () => clearInterval(hasten),
    }
  },
}

/** The three minutes of a canceled hour pass at once, or the calendar would soon be full of hours nobody can have. */
const letTimeFly = (database: Database) =>
  database.transaction(async (tx) => {
    const now = Date.now()
    await tx
      .updateTable('jobs')
      .set({ runAt: now })
      .where('kind', '=', 'release-hour')
      .where('runAt', '>', now)
      .execute()
    // After the jobs: of what is canceled in between, a job that ran now would find that it may still be taken back.
    await tx.updateTable('appointments').set({ undoUntil: now }).where('undoUntil', '>', now).execute()
  })

async function isDrained({ db }: Database) {
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
    quanta: await db.selectFrom('heldQuanta').selectAll().execute(),
    blocks: await db.selectFrom('blocks').selectAll().execute(),
    drafts: drafts.map(({ id }) => id),
    emails: emails.map(({ kind, ids, messageId, recipient, state }) => {
      const { appointmentId: causeId = '', about = '' }: Record<string, string> = JSON.parse(ids)
      return { kind, about, causeId, messageId, recipient, state }
    }),
  }
}
