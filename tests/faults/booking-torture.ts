import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '#app/database/connection.server.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { until } from '#tests/support/until.ts'
import { type BookingEvidence, compareBookings } from './booking-compare.ts'
import { bookAtOnce, type SeenByPatients } from './booking-patients.ts'
import { createChance } from './chance.ts'
import { repeatedMails } from './compare.ts'
import { interruptMail, startMailbox } from './mailbox.ts'
import { startServers } from './servers.ts'
import type { TortureOptions } from './torture.ts'
import { newPlace, type Variant } from './variants.ts'

export type BookingTortureResult = {
  variant: Variant
  rounds: number
  seconds: number
  booked: number
  moved: number
  cancelled: number
  restored: number
  keptTimes: number
  /** Told that somebody was quicker. */
  lost: number
  retries: number
  drainSeconds: number
  mails: number
  repeats: number
  faults: string[]
  output: string
}

/**
 * Rounds of patients who book, move, cancel and take it back, and of a clinic that keeps time, while a server is killed
 * and started again; then everything that was answered is compared with what is stored, held and mailed.
 */
export async function tortureBookings(
  variant: Variant,
  { rounds, seed, postgresUrl }: TortureOptions,
): Promise<BookingTortureResult> {
  const startedAt = performance.now()
  const chance = createChance(seed)
  const mailbox = await startMailbox()
  const { place, settings } = await newPlace(variant, postgresUrl)
  const mail = { MAIL_TRANSPORT: 'smtp', SMTP_URL: mailbox.url }
  const servers = await startServers(variant.servers, { ...adminSettings, ...settings, ...mail })
  const database = openDatabase(place)
  const seen: SeenByPatients = { visits: [], lost: 0, keptTimes: 0, retries: 0, strange: [] }
  const outages: number[] = []
  const hasten = setInterval(() => void letTimeFly(database).catch(() => {}), 1_500)
  try {
    for (let round = 0; round < rounds; round += 1) {
      let over = false
      const killed = servers.killOne(chance, killWithinMs).finally(() => (over = true))
      await Promise.all([
        killed,
        bookAtOnce(servers.urls, { round, isOver: () => over }, chance, seen),
        variant.mailGoesDown && interruptMail(mailbox, chance, { withinMs: killWithinMs, outages }),
      ])
    }
    const roundsEndedAt = performance.now()
    const stuck = await until(async () => (await isDrained(database)) || undefined, drainPatienceMs).then(
      () => [],
      () => ['letters or hours to be released did not come to an end'],
    )
    const sum = (what: 'moved' | 'cancelled' | 'restored') =>
      seen.visits.reduce((total, visit) => total + visit[what], 0)
    const stored = await readBookings(database)
    const evidence = {
      ...stored,
      told: seen.visits,
      mails: mailbox.mails,
      interruptions: [...servers.kills, ...outages],
    }
    return {
      variant,
      rounds,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      booked: seen.visits.length,
      moved: sum('moved'),
      cancelled: sum('cancelled'),
      restored: sum('restored'),
      keptTimes: seen.keptTimes,
      lost: seen.lost,
      retries: seen.retries,
      drainSeconds: Math.round((performance.now() - roundsEndedAt) / 1000),
      mails: mailbox.mails.length,
      repeats: repeatedMails(mailbox.mails).length,
      faults: [...stuck, ...seen.strange, ...compareBookings(evidence)],
      output: servers.output(),
    }
  } finally {
    clearInterval(hasten)
    await pause(100)
    await servers.stop()
    await database.close()
    mailbox.goDown()
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  }
}

/** Long enough for patients and letters to be anywhere when the kill comes. */
const killWithinMs = 1_000
const drainPatienceMs = 10 * 60_000

/** The three minutes of a canceled hour pass at once, or the calendar would soon be full of hours nobody can have. */
const letTimeFly = (database: Database) =>
  database.transaction(async (tx) => {
    const now = Date.now()
    await tx
      .updateTable('jobs')
      .set({ run_at: now })
      .where('kind', '=', 'release-hour')
      .where('run_at', '>', now)
      .execute()
    // After the jobs: of what is canceled in between, a job that ran now would find that it may still be taken back.
    await tx.updateTable('appointments').set({ undo_until: now }).where('undo_until', '>', now).execute()
  })

async function isDrained({ db }: Database) {
  const letters = await db.selectFrom('letters').select('id').where('state', '=', 'waiting').limit(1).execute()
  const jobs = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['send-letter', 'release-hour'])
    .limit(1)
    .execute()
  return letters.length === 0 && jobs.length === 0
}

async function readBookings({ db }: Database): Promise<Omit<BookingEvidence, 'told' | 'mails' | 'interruptions'>> {
  const drafts = await db.selectFrom('booking_drafts').select('id').execute()
  const letters = await db.selectFrom('letters').select(['kind', 'ids', 'message_id', 'recipient', 'state']).execute()
  return {
    appointments: await db.selectFrom('appointments').selectAll().execute(),
    holds: await db.selectFrom('holds').selectAll().execute(),
    quanta: await db.selectFrom('held_quanta').selectAll().execute(),
    blocks: await db.selectFrom('blocks').selectAll().execute(),
    drafts: drafts.map(({ id }) => id),
    letters: letters.map(({ kind, ids, message_id: messageId, recipient, state }) => {
      const { appointmentId: causeId = '', about = '' }: Record<string, string> = JSON.parse(ids)
      return { kind, about, causeId, messageId, recipient, state }
    }),
  }
}
