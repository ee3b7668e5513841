import type { Db } from '#app/database/tables.ts'
import { findSubject, type PatientSubject } from '#app/domain/patients/data-subject.server.ts'

/** Who may open which records themselves. The clinic hands out the rest. */

/**
 * The patient of a record, with the records that they may open themselves; undefined without the one they came by. A
 * record whose address was changed through the link to an appointment is not among them: whoever has the link could have
 * entered an address of their own, and the mailbox would open what the patient told the clinic before.
 */
export async function findOwnSubject(db: Db, recordId: string): Promise<PatientSubject | undefined> {
  const subject = await findSubject(db, recordId, { onlyVerified: true })
  if (!subject) return undefined
  const changed = await db
    .selectFrom('appointments')
    .select(['patientId', 'email'])
    .where('patientId', 'in', subject.recordIds)
    .where('emailByLink', '=', 1)
    .execute()
  const records = subject.patient.records.filter(
    ({ id, email }) => !changed.some((appointment) => appointment.patientId === id && appointment.email === email),
  )
  if (!records.some(({ id }) => id === recordId)) return undefined
  const emails = subject.emails.filter((email) => records.some((record) => record.email === email))
  return {
    ...subject,
    patient: { ...subject.patient, records },
    recordIds: records.map(({ id }) => id),
    emails,
    addresses: subject.addresses.filter((email) => emails.includes(email)),
  }
}

/** Whether a code to the appointment's address may open its patient's data: it is the record's own. */
export async function canProve(db: Db, { patientId, email }: { patientId?: string | undefined; email: string }) {
  if (!patientId || !email) return false
  const subject = await findOwnSubject(db, patientId)
  return subject?.patient.records.some((record) => record.id === patientId && record.email === email) ?? false
}
