import type { Db } from '#app/database/tables.ts'
import type { Patient } from '#app/domain/patients/patient.ts'
import { listRecordsOf } from '#app/domain/patients/patients.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { listAppointmentsOfRecords } from './appointments.server.ts'
import { summarize } from './visits.ts'

/** A patient's appointments, the latest first. */
export const listVisits = (db: Db, scope: Scope, { records }: Pick<Patient, 'records'>) =>
  listAppointmentsOfRecords(
    db,
    scope,
    records.map(({ id }) => id),
  )

/** By person. */
export async function summarizeVisits(db: Db, scope: Scope, personIds: readonly string[], now: number) {
  const records = await listRecordsOf(db, personIds)
  const appointments = await listAppointmentsOfRecords(
    db,
    scope,
    records.map(({ id }) => id),
  )
  const people = new Map(records.map(({ id, personId }) => [id, personId]))
  const byPerson = Map.groupBy(appointments, ({ patientId }) => people.get(patientId ?? '') ?? '')
  return new Map(personIds.map((id) => [id, summarize(byPerson.get(id) ?? [], now)]))
}
