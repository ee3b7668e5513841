import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import { isInScope, type Scope } from '#app/domain/shared/scope.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { HealthStatus } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'

/** Names the key of a health answer in the vault. */
export const healthRecord = (appointmentId: string) => ({ purpose: 'appointment health', id: appointmentId })

type Deps = Pick<BookingDeps, 'database' | 'vault'>

type OpenedHealth =
  | { ok: true; text: string }
  /** 'unreadable': it came from a backup, and its key has been destroyed since. */
  | { ok: false; reason: 'none' | 'unreadable' }

/**
 * Opens a health answer for the admin. The audit entry is written first, in the same transaction, so that no answer is
 * shown without an entry (product decisions, 'Health data').
 */
export async function openHealth({ database, vault }: Deps, actor: ScopedActor, appointmentId: string) {
  return database.transaction(async (tx): Promise<OpenedHealth> => {
    const sealed = await findSealed(tx, actor.scope, appointmentId)
    if (!sealed) return { ok: false, reason: 'none' }
    await recordAct({ tx, vault }, actor, { act: 'health.read', record: `appointment:${appointmentId}` })
    const opened = await vault.tryOpen(tx, healthRecord(appointmentId), sealed)
    if (opened === undefined || opened === 'unreadable') return { ok: false, reason: 'unreadable' }
    return { ok: true, text: opened.toString() }
  })
}

/** For the patient, to whom the answer is not shown. */
export async function getHealthStatus({ database: { db }, vault }: Deps, appointmentId: string): Promise<HealthStatus> {
  const sealed = await findSealed(db, 'everything', appointmentId)
  if (!sealed) return 'none'
  const opened = await vault.tryOpen(db, healthRecord(appointmentId), sealed)
  return opened === undefined || opened === 'unreadable' ? 'lost' : 'sealed'
}

async function findSealed(db: Db, scope: Scope, id: string) {
  const found = db.selectFrom('appointments').select(['health', 'person']).where('id', '=', id)
  const row = await found.executeTakeFirst()
  return row && isInScope(scope, row) ? row.health : undefined
}

type OwnAnswer = {
  id: string
  /** By which the patient was recognized; whoever reads the stored email has its link, too. */
  address: string
}

/** The patient replaces the answer; it is sealed under a new key. */
export async function replaceOwnHealth(
  { vault, tx }: { vault: Vault; tx: Tx },
  { id, address, text }: OwnAnswer & { text: string },
) {
  const health = await vault.seal(tx, healthRecord(id), text)
  await updateAppointment(tx, id, { health })
  const record = `appointment:${id}` as const
  await recordAct({ tx, vault }, patientActor, { act: 'health.replaced-by-patient', record, detail: address })
}

/** The patient erases the answer. */
export async function eraseOwnHealth({ vault, tx }: { vault: Vault; tx: Tx }, { id, address }: OwnAnswer) {
  await eraseHealth({ vault, tx }, id)
  const record = `appointment:${id}` as const
  await recordAct({ tx, vault }, patientActor, { act: 'health.erased-by-patient', record, detail: address })
}

/** Destroys the key too, so that no backup can reveal the answer. */
export async function eraseHealth({ vault, tx }: { vault: Pick<Vault, 'destroy'>; tx: Tx }, id: string) {
  await vault.destroy(tx, healthRecord(id))
  await updateAppointment(tx, id, { health: null })
}
