import type { FunctionModule } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { draftLifeMs, eraseDraft } from './drafts.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import { eraseHealthAnswer } from './patient-data.server.ts'

const dayMs = 86_400_000
/** So long before a health answer is erased the admin is told. */
const noticeMs = 7 * dayMs
/** Erased at once; transactions are short, since pages wait for them. */
const atOnce = 100

type Deps = { database: Database; vault: Vault; config: { healthRetentionDays: number } }

/** A health answer that is erased soon, unless the clinic keeps it. */
export type DueErasure = { appointmentId: string; name: string; visitAt: number; eraseAt: number }

/** The health answers whose time is over within a week, those of the longest past visits first, and how many there are. */
export async function dueErasures(
  { database: { db }, config: { healthRetentionDays } }: Pick<Deps, 'database' | 'config'>,
  now: number,
  most: number,
): Promise<{ items: DueErasure[]; count: number }> {
  const keptMs = healthRetentionDays * dayMs
  const due = lastSeenBefore(db, now - keptMs + noticeMs)
  const [rows, { count }] = await Promise.all([
    due.select(['id', 'name', 'startsAt', 'endsAt', 'email', 'phoneDigits']).orderBy('endsAt').limit(most).execute(),
    due.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = await Promise.all(
    rows.map(async (row) => ({
      appointmentId: row.id,
      name: row.name,
      visitAt: row.startsAt,
      eraseAt: (await lastSeen(db, row)) + keptMs,
    })),
  )
  return { items, count: Number(count) }
}

/** When the health answer of an appointment is erased, as things are now. */
export async function getHealthErasureTime(
  { database: { db }, config: { healthRetentionDays } }: Pick<Deps, 'database' | 'config'>,
  { endsAt, email, phone }: { endsAt: number; email: string; phone: string },
) {
  const person = { endsAt, email, phoneDigits: phoneKey(phone) }
  return (await lastSeen(db, person)) + healthRetentionDays * dayMs
}

/**
 * Health answers of people who were last seen before a moment. The time counts from a person's last visit, and who has
 * the same email address or phone number counts as the same person; a visit that did not take place is none, but an
 * answer is never erased before its own appointment's time counts (docs/decisions/2026-11-23-health-answers.md).
 */
const lastSeenBefore = (db: Db, before: number) =>
  db
    .selectFrom('appointments')
    .where('health', 'is not', null)
    .where('healthKept', '=', 0)
    .where('endsAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments as visit')
            .select('visit.id')
            .where('visit.state', 'in', visitStates)
            .where('visit.endsAt', '>=', before)
            .where((visit) =>
              visit.or([
                visit.and([
                  visit('visit.email', '=', visit.ref('appointments.email')),
                  visit('appointments.email', '<>', ''),
                ]),
                visit.and([
                  visit('visit.phoneDigits', '=', visit.ref('appointments.phoneDigits')),
                  visit('appointments.phoneDigits', '<>', ''),
                ]),
              ]),
            ),
        ),
      ),
    )

/** Of visits that took place, or will. */
const visitStates = ['requested', 'confirmed', 'completed'] as const

type Person = { endsAt: number; email: string; phoneDigits: string }

/** The end of a person's last visit, or of the appointment itself if that was later. */
async function lastSeen(db: Db, { endsAt, email, phoneDigits }: Person) {
  const visits = db.selectFrom('appointments').where('state', 'in', visitStates)
  const last = ({ fn }: { fn: FunctionModule<Tables, 'appointments'> }) => fn.max<number | null>('endsAt').as('at')
  const found = await Promise.all([
    email === '' ? undefined : visits.where('email', '=', email).select(last).executeTakeFirst(),
    phoneDigits === '' ? undefined : visits.where('phoneDigits', '=', phoneDigits).select(last).executeTakeFirst(),
  ])
  return Math.max(endsAt, ...found.map((row) => row?.at ?? 0))
}

/** Keeps a health answer beyond its time, for instance because a court asked for it, or lets it go again. */
export async function retainHealth(
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  actor: Actor,
  { id, kept }: { id: string; kept: boolean },
) {
  await database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('appointments')
      .set({ healthKept: kept ? 1 : 0 })
      .where('id', '=', id)
      .where('healthKept', '=', kept ? 0 : 1)
      .returning('id')
      .executeTakeFirst()
    if (changed)
      await recordAct({ tx, vault }, actor, {
        act: kept ? 'health.kept' : 'health.released',
        record: `appointment:${id}`,
      })
  })
}

/**
 * Erases the health answers whose time is over, with their keys, so that they cannot be read from old backups either
 * (product decisions, 'Health data'); and drafts that nobody came back to.
 */
export async function eraseExpiredHealth({ database, vault, config }: Deps, now: number) {
  const before = now - config.healthRetentionDays * dayMs
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const due = await lastSeenBefore(tx, before).select('id').limit(atOnce).execute()
      for (const { id } of due) {
        await eraseHealthAnswer({ vault }, tx, id)
        await recordAct({ tx, vault }, program, { act: 'health.erased', record: `appointment:${id}` })
      }
      return due.length
    })
  }
  // The clinic's notes go with the answer, or when the time of an appointment without one is over.
  await database.db
    .updateTable('appointments')
    .set({ note: null })
    .where('note', 'is not', null)
    .where('health', 'is', null)
    .where('healthKept', '=', 0)
    .where('endsAt', '<', before)
    .execute()
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const drafts = await tx
        .selectFrom('bookingDrafts')
        .select('id')
        .where('usedAt', '<', now - draftLifeMs)
        .limit(atOnce)
        .execute()
      for (const { id } of drafts) await eraseDraft({ tx, vault }, id)
      return drafts.length
    })
  }
}

const program: Actor = { who: 'program', from: 'here' }
