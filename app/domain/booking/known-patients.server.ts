import type { Db } from '#app/database/tables.ts'
import type { Patient } from '#app/domain/patients/patient.ts'
import { findPatient } from '#app/domain/patients/patients.server.ts'
import type { SeenRecords } from '#app/domain/patients/seen-records.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'

/** The records of patients with an appointment in scope, for a query. */
export const recordsWithin = (db: Db, scope: Scope): SeenRecords =>
  scope === 'everything'
    ? scope
    : db
        .selectFrom('appointments')
        .select(['patientId', ({ fn }) => fn.max('startsAt').as('seenAt')])
        .where('person', '=', scope.person)
        .where('patientId', 'is not', null)
        .groupBy('patientId')
        .$narrowType<{ patientId: string }>()

/**
 * By the id of any of the person's records. One who has no appointment in scope is like one that does not exist, and of
 * one who was merged only the records with such an appointment are there, with what was written on them.
 */
export async function findPatientWithin(db: Db, scope: Scope, recordId: string): Promise<Patient | undefined> {
  const patient = await findPatient(db, recordId)
  const within = recordsWithin(db, scope)
  if (!patient || within === 'everything') return patient
  const ids = patient.records.map(({ id }) => id)
  const seen = await within.where('patientId', 'in', ids).execute()
  const records = patient.records.filter(({ id }) => seen.some(({ patientId }) => patientId === id))
  return records.length > 0 ? { ...patient, records } : undefined
}
