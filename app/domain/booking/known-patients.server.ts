import type { Db } from '#app/database/tables.ts'
import type { Reach } from '#app/domain/shared/reach.ts'

/** The records of patients with an appointment within reach, for a query; undefined for everybody's. */
export const recordsWithin = (db: Db, { person }: Reach) =>
  person === undefined
    ? undefined
    : db
        .selectFrom('appointments')
        .select('patientId')
        .where('person', '=', person)
        .where('patientId', 'is not', null)
        .$narrowType<{ patientId: string }>()

/** Whether somebody has an appointment with the patient of these records. */
export async function isPatientWithin(db: Db, reach: Reach, recordIds: readonly string[]) {
  const within = recordsWithin(db, reach)
  return within === undefined || (await within.where('patientId', 'in', recordIds).executeTakeFirst()) !== undefined
}
