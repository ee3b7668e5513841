import type { Db } from '#app/database/tables.ts'
import type { Patient } from '#app/domain/patients/patient.ts'
import { findPatient } from '#app/domain/patients/patients.server.ts'
import type { SeenRecords } from '#app/domain/patients/seen-records.server.ts'
import type { Reach } from '#app/domain/shared/reach.ts'

/** The records of patients with an appointment within reach, for a query; undefined for everybody's. */
export const recordsWithin = (db: Db, { person }: Reach): SeenRecords | undefined =>
  person === undefined
    ? undefined
    : db
        .selectFrom('appointments')
        .select(['patientId', ({ fn }) => fn.max('startsAt').as('seenAt')])
        .where('person', '=', person)
        .where('patientId', 'is not', null)
        .groupBy('patientId')
        .$narrowType<{ patientId: string }>()

/** By the id of any of the person's records. One who has no appointment within reach is like one that does not exist. */
export async function findPatientWithin(db: Db, reach: Reach, recordId: string): Promise<Patient | undefined> {
  const patient = await findPatient(db, recordId)
  const within = recordsWithin(db, reach)
  if (!patient || !within) return patient
  const ids = patient.records.map(({ id }) => id)
  return (await within.where('patientId', 'in', ids).executeTakeFirst()) && patient
}
