import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import type { HealthStatus } from './appointment.ts'
import type { BookingDeps } from './deps.ts'

/** Under which the vault keeps the key of a health answer. */
export const healthRecord = (appointmentId: string) => ({ purpose: 'appointment health', id: appointmentId })

export type OpenedHealth =
  | { ok: true; text: string }
  /** There is none or it was erased; or the data came from a backup, and the key that opened it is gone since. */
  | { ok: false; reason: 'none' | 'unreadable' }

/**
 * Opens a health answer for the admin. That it was read is recorded first and in the same transaction, so that without
 * an entry in the audit trail nobody sees it (product decisions, 'Health data').
 */
export async function openHealth(
  { database, vault }: Pick<BookingDeps, 'database' | 'vault'>,
  actor: Actor,
  appointmentId: string,
): Promise<OpenedHealth> {
  return database.transaction(async (tx) => {
    const sealed = await sealedHealth(tx, appointmentId)
    if (!sealed) return { ok: false, reason: 'none' }
    await recordAct({ tx, vault }, actor, { act: 'health.read', record: `appointment:${appointmentId}` })
    const opened = await vault.tryOpen(tx, healthRecord(appointmentId), sealed)
    if (opened === undefined || opened === 'unreadable') return { ok: false, reason: 'unreadable' }
    return { ok: true, text: opened.toString() }
  })
}

/** What there is of a health answer; for its patient, to whom it is not shown. */
export async function getHealthStatus(
  { database: { db }, vault }: Pick<BookingDeps, 'database' | 'vault'>,
  appointmentId: string,
): Promise<HealthStatus> {
  const sealed = await sealedHealth(db, appointmentId)
  if (!sealed) return 'none'
  const opened = await vault.tryOpen(db, healthRecord(appointmentId), sealed)
  return opened === undefined || opened === 'unreadable' ? 'lost' : 'sealed'
}

async function sealedHealth(db: Db, id: string) {
  const row = await db.selectFrom('appointments').select('health').where('id', '=', id).executeTakeFirst()
  return row?.health
}
