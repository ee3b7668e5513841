import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#app/database/tables.ts'
import { type Actor, recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import { multiLine } from '#app/domain/shared/plain-text.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { PatientDeps } from './change-person.server.ts'
import { markIfMerged } from './mixed-records.server.ts'
import { openText } from './open-text.server.ts'
import type { NoteAudience, Patient } from './patient.ts'

export const noteText = multiLine({
  blank: 'Enter a note.',
  most: 2_000,
  tooLong: 'Enter a note of at most 2,000 characters.',
})

/** Names the key of a note in the vault. */
export const noteRecord = (id: string) => ({ purpose: 'patient note', id })

/** False if the patient was erased meanwhile. */
export const addNote = (
  { database, vault }: PatientDeps,
  actor: Actor,
  { patientId, audience, text, now }: { patientId: string; audience: NoteAudience; text: string; now: number },
) =>
  database.transaction(async (tx) => {
    const patient = tx.selectFrom('patients').select('id').where('id', '=', patientId)
    if (!(await patient.executeTakeFirst())) return false
    await markIfMerged(tx, patientId)
    const id = randomUUID()
    const sealed = await vault.seal(tx, noteRecord(id), text)
    await tx
      .insertInto('patientNotes')
      .values({ id, patientId, audience, sealed, writtenAt: now, who: actor.who })
      .execute()
    await recordAct({ tx, vault }, actor, {
      act: 'patient.note-added',
      record: `patient:${patientId}`,
      detail: audience,
    })
    return true
  })

export type OpenedNote = { id: string; text: string | undefined; writtenAt: number; who: string }

const selectNotes = (db: Db, { records }: Pick<Patient, 'records'>, audience: NoteAudience) =>
  db
    .selectFrom('patientNotes')
    .where(
      'patientId',
      'in',
      records.map(({ id }) => id),
    )
    .where('audience', '=', audience)

/** The notes for everyone at the desk, the latest first. */
export const readDeskNotes = ({ db, vault }: { db: Db; vault: Vault }, patient: Patient) =>
  openNotes({ db, vault }, patient, 'desk')

/**
 * Opens the clinical notes. The audit entry is written first, in the same transaction, so that no note is shown without
 * an entry.
 */
export const readClinicalNotes = ({ database, vault }: PatientDeps, actor: Actor, patient: Patient) =>
  database.transaction(async (tx) => {
    await recordAct({ tx, vault }, actor, { act: 'patient.notes-read', record: `patient:${patient.id}` })
    return openNotes({ db: tx, vault }, patient, 'clinical')
  })

async function openNotes({ db, vault }: { db: Db; vault: Vault }, patient: Patient, audience: NoteAudience) {
  const rows = await selectNotes(db, patient, audience).selectAll().orderBy('writtenAt', 'desc').orderBy('id').execute()
  const notes: OpenedNote[] = []
  for (const { id, sealed, writtenAt, who } of rows) {
    notes.push({ id, text: await openText({ db, vault }, noteRecord(id), sealed), writtenAt, who })
  }
  return notes
}

export async function countClinicalNotes(db: Db, patient: Patient) {
  const notes = selectNotes(db, patient, 'clinical')
  const { count } = await notes.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Of both kinds. */
export async function countNotesByRecord(db: Db, recordIds: readonly string[]) {
  const notes = db.selectFrom('patientNotes').where('patientId', 'in', recordIds)
  const { count } = await notes.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** A practitioner deletes only what she wrote. */
export const mayDeleteNote = ({ scope, who }: ScopedActor, note: { who: string }) =>
  scope === 'everything' || who === note.who

/** Deletes a note of a patient with its key. False if it is gone, another audience's, or another author's. */
export const deleteNote = (
  { database, vault }: PatientDeps,
  actor: ScopedActor,
  { patient, id, audience }: { patient: Patient; id: string; audience: NoteAudience },
) =>
  database.transaction(async (tx) => {
    const note = selectNotes(tx, patient, audience).select('id').where('id', '=', id)
    const notes = tx.deleteFrom('patientNotes').where('id', 'in', note)
    const deleted = await notes.returning(['patientId', 'who']).executeTakeFirst()
    if (!deleted || !mayDeleteNote(actor, deleted)) return database.refuse(tx, false)
    await vault.destroy(tx, noteRecord(id))
    const record = `patient:${deleted.patientId}` as const
    await recordAct({ tx, vault }, actor, { act: 'patient.note-deleted', record, detail: audience })
    return true
  })

/** Of a deleted record, or of one whose time is over. */
export async function deleteNotesOf({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> }, patientId: string) {
  const notes = await tx.deleteFrom('patientNotes').where('patientId', '=', patientId).returning('id').execute()
  for (const { id } of notes) await vault.destroy(tx, noteRecord(id))
  return notes.length
}

const batchSize = 100

/** Notes are deleted when a health answer of the person's latest appointment would be, with their keys. */
export const deleteOldNotes = (
  { database, vault, config }: PatientDeps & { config: { healthRetentionDays: number } },
  now: number,
) =>
  inBatches(database, batchSize, async (tx) => {
    const before = now - config.healthRetentionDays * 86_400_000
    const old = await tx
      .selectFrom('patientNotes')
      .innerJoin('patients', 'patients.id', 'patientNotes.patientId')
      .select('patientNotes.id')
      .where('personSeenAt', '<', before)
      .where('writtenAt', '<', before)
      .limit(batchSize)
      .execute()
    for (const { id } of old) await vault.destroy(tx, noteRecord(id))
    await tx
      .deleteFrom('patientNotes')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
    return old.length
  })
