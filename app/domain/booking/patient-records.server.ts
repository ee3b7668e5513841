import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { correctRecord, joinPatient, markAddressProved, setSeen } from '#app/domain/patients/join-patient.server.ts'
import { deleteRecord } from '#app/domain/patients/delete-record.server.ts'
import { markMixed } from '#app/domain/patients/mixed-records.server.ts'
import { joinVerified, peopleLock } from '#app/domain/patients/join-verified.server.ts'
import { type Contact, contactColumns, toContact } from '#app/domain/patients/patient-fields.ts'
import { inBatches } from '#app/domain/shared/in-batches.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import type { Appointment } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'

// What changes of appointments mean for the records of their patients (domain/patients).

type OfPatient = Pick<Appointment, 'patientId'>

/** After an appointment was moved: its record is as old as its latest appointment. */
export async function followMove(tx: Tx, { patientId }: OfPatient) {
  if (!patientId) return
  const { at } = await tx
    .selectFrom('appointments')
    .select(({ fn }) => fn.max<number | null>('startsAt').as('at'))
    .where('patientId', '=', patientId)
    .executeTakeFirstOrThrow()
  if (at !== null) await setSeen(tx, patientId, at)
}

/** A record with one appointment takes over its correction. */
export async function followCorrection(tx: Tx, { patientId }: OfPatient, contact: Contact) {
  if (patientId && (await countOfRecord(tx, patientId)) === 1) await correctRecord(tx, patientId, contact)
}

/** The patient showed that they read this mailbox: by an emailed link or code. */
export async function joinProved(
  { database, tx }: { database: Pick<Database, 'takeAdvisoryLock'>; tx: Tx },
  { id, patientId }: OfPatient & Pick<Appointment, 'id'>,
  email: string,
) {
  await updateAppointment(tx, id, { emailProved: 1 })
  if (!patientId) return
  await markAddressProved(tx, patientId, email)
  await joinVerified({ ...database, tx }, [email])
}

/**
 * A record without appointments is deleted; another one forgets the contact of the one that was erased or split off.
 * `mayLeaveNotes`: what is left on the record may have been written about its patient.
 */
export async function followRemoval(
  { database, tx, vault }: { database: Pick<Database, 'takeAdvisoryLock'>; tx: Tx; vault: Pick<Vault, 'destroy'> },
  { patientId }: OfPatient,
  { mayLeaveNotes }: { mayLeaveNotes: (latest: { email: string }) => boolean },
) {
  if (!patientId) return
  await database.takeAdvisoryLock(tx, peopleLock)
  const latest = await tx
    .selectFrom('appointments')
    .select([...contactColumns, 'startsAt'])
    .where('patientId', '=', patientId)
    .orderBy('startsAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return deleteRecord({ tx, vault }, patientId)
  if (mayLeaveNotes(latest)) await markMixed(tx, patientId)
  await correctRecord(tx, patientId, toContact(latest))
  await setSeen(tx, patientId, latest.startsAt)
}

async function countOfRecord(db: Db, patientId: string) {
  const all = db.selectFrom('appointments').where('patientId', '=', patientId)
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

const batchSize = 100

/** Appointments that an earlier release booked beside this one. */
export const joinUnjoined = (database: Database) =>
  inBatches(database, batchSize, async (tx) => {
    const waiting = await tx
      .selectFrom('appointments')
      .select(['id', 'draftId', 'linkVersion', ...contactColumns, 'startsAt'])
      .where('patientId', 'is', null)
      .where('name', '<>', '')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id, draftId, linkVersion, startsAt, ...row } of waiting)
      await updateAppointment(tx, id, {
        patientId: await joinPatient(tx, toContact(row), { startsAt, byClinic: false, within: 'everything' }),
        // Typed online, and not changed since.
        ...(draftId !== null && linkVersion === 1 && { givenEmail: row.email }),
      })
    return waiting.length
  })
