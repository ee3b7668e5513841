import type { Database } from '#app/database/connection.server.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { appointmentsWithAnswers, eraseForms } from '#app/domain/forms/signed-forms.server.ts'
import { listRecordIds, recordsOfSamePerson } from '#app/domain/patients/patients.server.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { isRowInScope } from '#app/domain/shared/scope.server.ts'
import { draftLifeMs, eraseDraft } from './drafts.server.ts'
import { activeStates } from './appointment.ts'
import { isOfPerson } from './appointments.server.ts'
import { eraseHealth } from './health.server.ts'

const dayMs = 86_400_000
/** How long before its erasure a health answer is listed for the admin. */
const noticeMs = 7 * dayMs

type Deps = { database: Database; vault: Vault; config: { healthRetentionDays: number } }

/** Health answers that will be erased within a week, those of the oldest appointments first, and their count. */
export async function listDueErasures(
  { database: { db }, config: { healthRetentionDays } }: Pick<Deps, 'database' | 'config'>,
  now: number,
  most: number,
) {
  const retentionMs = healthRetentionDays * dayMs
  const due = lastSeenBefore(db, now - retentionMs + noticeMs)
  const [rows, { count }] = await Promise.all([
    due.select(['id', 'name', 'endsAt', 'email', 'phoneDigits', 'patientId']).orderBy('endsAt').limit(most).execute(),
    due.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = await Promise.all(
    rows.map(async (row) => ({ id: row.id, name: row.name, at: (await lastSeen(db, row)) + retentionMs })),
  )
  return { items, count: Number(count) }
}

/** When an appointment's health answer will be erased, unless the patient comes again. */
export const getHealthErasureTime = async (
  { database: { db }, config: { healthRetentionDays } }: Pick<Deps, 'database' | 'config'>,
  { phone, ...seen }: Omit<Seen, 'phoneDigits'> & { phone: string },
) => (await lastSeen(db, { ...seen, phoneDigits: phoneKey(phone) })) + healthRetentionDays * dayMs

/**
 * Health answers of patients last seen before a moment. Appointments with the same email address or phone number belong
 * to the same patient, as do those of one person. Canceled and missed ones do not count, but no answer is erased before its own appointment is old
 * enough (docs/decisions/health-answers-and-forms.md).
 */
const lastSeenBefore = (db: Db, before: number) => notKeptSince(db, before).where('health', 'is not', null)

/** The same of all appointments. */
const notKeptSince = (db: Db, before: number) =>
  db
    .selectFrom('appointments')
    .where('healthKept', '=', 0)
    .where('endsAt', '<', before)
    .where((row) => row.not(seenAsSamePerson(before)(row)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments as other')
            .select('other.id')
            .where('other.state', 'in', seenStates)
            .where('other.endsAt', '>=', before)
            .where((row) =>
              row.or([
                row.and([row('other.email', '=', row.ref('appointments.email')), row('appointments.email', '<>', '')]),
                row.and([
                  row('other.phoneDigits', '=', row.ref('appointments.phoneDigits')),
                  row('appointments.phoneDigits', '<>', ''),
                ]),
              ]),
            ),
        ),
      ),
    )

const seenAsSamePerson =
  (before: number) =>
  ({ exists, selectFrom }: ExpressionBuilder<Tables, 'appointments'>) =>
    exists(
      selectFrom('appointments as visit')
        .select('visit.id')
        .where('visit.patientId', 'in', recordsOfSamePerson('appointments.patientId'))
        .where('visit.state', 'in', seenStates)
        .where('visit.endsAt', '>=', before),
    )

/** Of appointments at which the patient was or will be seen. */
const seenStates = [...activeStates, 'completed'] as const

type Seen = { endsAt: number; email: string; phoneDigits: string; patientId?: string | null | undefined }

/** The end of the patient's last appointment, or of this one if that is later. */
async function lastSeen(db: Db, { endsAt, email, phoneDigits, patientId }: Seen) {
  const records = patientId ? await listRecordIds(db, patientId) : []
  const { at } = await db
    .selectFrom('appointments')
    .select(({ fn }) => fn.max<number | null>('endsAt').as('at'))
    .where('state', 'in', seenStates)
    .where((row) => row.or([row('patientId', 'in', records), isOfPerson({ email, phoneDigits })(row)]))
    .executeTakeFirstOrThrow()
  return Math.max(endsAt, at ?? 0)
}

/** Exempts a health answer from erasure, for instance because a court asked for it, or ends that. */
export async function retainHealth(
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  actor: ScopedActor,
  { id, kept }: { id: string; kept: boolean },
) {
  await database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('appointments')
      .set({ healthKept: kept ? 1 : 0 })
      .where('id', '=', id)
      .where('healthKept', '=', kept ? 0 : 1)
      .where(isRowInScope(actor.scope, 'person'))
      .returning('id')
      .executeTakeFirst()
    const act = kept ? 'health.kept' : 'health.released'
    if (changed) await recordAct({ tx, vault }, actor, { act, record: `appointment:${id}` })
  })
}

/**
 * Erases expired health answers and filled-in forms with their keys, so that old backups cannot reveal them (product decisions, 'Health
 * data'), and expired drafts.
 */
export async function eraseExpiredHealth({ database, vault, config }: Deps, now: number) {
  const before = now - config.healthRetentionDays * dayMs
  await eraseInBatches(database, async (tx, limit) => {
    const due = await lastSeenBefore(tx, before).select('id').limit(limit).execute()
    for (const { id } of due) {
      await eraseHealth({ vault, tx }, id)
      await recordAct({ tx, vault }, program, { act: 'health.erased', record: `appointment:${id}` })
    }
    return due.length
  })
  await eraseInBatches(database, async (tx, limit) => {
    const due = await notKeptSince(tx, before)
      .where('id', 'in', appointmentsWithAnswers(tx))
      .select('id')
      .limit(limit)
      .execute()
    for (const { id } of due) {
      await eraseForms({ vault, tx }, id, now)
      await recordAct({ tx, vault }, program, { act: 'form.erased', record: `appointment:${id}` })
    }
    return due.length
  })
  // The clinic's note is erased with the answer; without an answer, when the appointment is old enough.
  await database.db
    .updateTable('appointments')
    .set({ note: null })
    .where('note', 'is not', null)
    .where('health', 'is', null)
    .where('healthKept', '=', 0)
    .where('endsAt', '<', before)
    .execute()
  await eraseInBatches(database, async (tx, limit) => {
    const drafts = await tx
      .selectFrom('bookingDrafts')
      .select('id')
      .where('usedAt', '<', now - draftLifeMs)
      .limit(limit)
      .execute()
    for (const { id } of drafts) await eraseDraft({ tx, vault }, id)
    return drafts.length
  })
}

const batchSize = 100

/** In short transactions, because requests wait for them. `erase` returns how many rows it erased. */
async function eraseInBatches(database: Database, erase: (tx: Tx, limit: number) => Promise<number>) {
  while ((await database.transaction((tx) => erase(tx, batchSize))) === batchSize);
}

const program: Actor = { who: 'program', from: 'here' }
