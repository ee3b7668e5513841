import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { draftLifeMs, eraseDraft } from './drafts.server.ts'
import { forgetHealth } from './patient-data.server.ts'

const dayMs = 86_400_000
/** So long before a health answer is erased the admin is told. */
const noticeMs = 7 * dayMs
/** Erased at once; transactions are short, since pages wait for them. */
const atOnce = 100

type Means = { database: Database; vault: Vault; config: { healthRetentionDays: number } }

/** A health answer that is erased soon, unless the clinic keeps it. */
export type DueErasure = { appointmentId: string; name: string; visitAt: number; eraseAt: number }

/** The health answers whose time is over within a week, the soonest first, and how many there are. */
export async function dueErasures(
  { database: { db }, config: { healthRetentionDays } }: Pick<Means, 'database' | 'config'>,
  now: number,
  most: number,
): Promise<{ items: DueErasure[]; count: number }> {
  const keptMs = healthRetentionDays * dayMs
  const due = withHealth(db).where('ends_at', '<', now - keptMs + noticeMs)
  const [rows, { count }] = await Promise.all([
    due.select(['id', 'name', 'starts_at', 'ends_at']).orderBy('ends_at').limit(most).execute(),
    due.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map(({ id, name, starts_at, ends_at }) => ({
    appointmentId: id,
    name,
    visitAt: starts_at,
    eraseAt: ends_at + keptMs,
  }))
  return { items, count: Number(count) }
}

const withHealth = (db: Db) =>
  db.selectFrom('appointments').where('health', 'is not', null).where('health_kept', '=', 0)

/** Keeps a health answer beyond its time, for instance because a court asked for it, or lets it go again. */
export async function keepHealth(
  { database, vault }: Pick<Means, 'database' | 'vault'>,
  actor: Actor,
  { id, kept }: { id: string; kept: boolean },
) {
  await database.transaction(async (tx) => {
    const changed = await tx
      .updateTable('appointments')
      .set({ health_kept: kept ? 1 : 0 })
      .where('id', '=', id)
      .where('health_kept', '=', kept ? 0 : 1)
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
export async function forgetHealthInTime({ database, vault, config }: Means, now: number) {
  const before = now - config.healthRetentionDays * dayMs
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const due = await withHealth(tx).select('id').where('ends_at', '<', before).limit(atOnce).execute()
      for (const { id } of due) {
        await forgetHealth({ vault }, tx, id)
        await recordAct({ tx, vault }, program, { act: 'health.erased', record: `appointment:${id}` })
      }
      return due.length
    })
  }
  for (let forgotten = atOnce; forgotten === atOnce;) {
    forgotten = await database.transaction(async (tx) => {
      const drafts = await tx
        .selectFrom('booking_drafts')
        .select('id')
        .where('used_at', '<', now - draftLifeMs)
        .limit(atOnce)
        .execute()
      for (const { id } of drafts) await eraseDraft({ tx, vault }, id)
      return drafts.length
    })
  }
}

const program: Actor = { who: 'program', from: 'here' }
