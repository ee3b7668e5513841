import type { Db } from '#app/database/tables.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import { toJoinKey, toNameKey } from './patient-keys.server.ts'
import type { Patient } from './patient.ts'
import { findPatient } from './patients.server.ts'

export type PatientSubject = DataSubject & { patient: Patient }

/** For staff; what a patient may open is for `findOwnSubject` to say. */
export async function findSubject(db: Db, recordId: string): Promise<PatientSubject | undefined> {
  const patient = await findPatient(db, recordId)
  if (!patient) return undefined
  const emails = [...new Set(patient.records.map(({ email }) => email))].filter(Boolean)
  const nameKeys = new Set(patient.records.map(({ name }) => toNameKey(name)))
  const shared = await db
    .selectFrom('patients')
    .select('email')
    .where('email', 'in', emails)
    .where('personId', '<>', patient.id)
    .execute()
  return {
    patient,
    recordIds: patient.records.map(({ id }) => id),
    appointmentIds: 'all',
    emails,
    isNamed: (name) => nameKeys.has(toNameKey(name)),
    addresses: emails.filter((email) => !shared.some((other) => other.email === email)),
  }
}

/** Every record with what names its person in the list of erased people. */
export const listErasureKeys = async (db: Db) =>
  (await db.selectFrom('patients').select(['id', 'name', 'email']).execute()).map(({ id, ...contact }) => ({
    id,
    key: toJoinKey(contact),
  }))
