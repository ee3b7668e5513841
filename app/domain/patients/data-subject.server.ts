import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import { isVerified } from './join-patient.server.ts'
import { joinVerified } from './join-verified.server.ts'
import { toJoinKey, toNameKey } from './patient-keys.server.ts'
import type { Patient } from './patient.ts'
import { findPatient } from './patients.server.ts'

export type PatientSubject = DataSubject & { patient: Patient }

/** `onlyVerified`: what hangs on an address alone is left out unless the address is verified, since it may be mistyped. */
export async function findSubject(
  db: Db,
  recordId: string,
  { onlyVerified }: { onlyVerified: boolean },
): Promise<PatientSubject | undefined> {
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
  const alone = emails.filter((email) => !shared.some((other) => other.email === email))
  const addresses: string[] = []
  for (const email of alone) if (!onlyVerified || (await isVerified(db, email))) addresses.push(email)
  return {
    patient,
    recordIds: patient.records.map(({ id }) => id),
    emails,
    isNamed: (name) => nameKeys.has(toNameKey(name)),
    addresses,
  }
}

/** Every record with what names its person in the list of erased people. */
export const listErasureKeys = async (db: Db) =>
  (await db.selectFrom('patients').select(['id', 'name', 'email']).execute()).map(({ id, ...contact }) => ({
    id,
    key: toJoinKey(contact),
  }))

/**
 * The record of the patient who an account is: its confirmed address has one person's records alone, and a name on them
 * agrees. The account's name is typed, so where people share the address it would open what others told the clinic; they
 * use the link to an appointment, which names one person.
 */
export async function findRecordOfAccount(
  { database, tx }: { database: Pick<Database, 'takeAdvisoryLock'>; tx: Tx },
  { email, name }: { email: string; name: string },
): Promise<{ recordId: string } | { reason: 'none' | 'shared' | 'other-name' }> {
  await joinVerified({ ...database, tx }, [email])
  const records = await tx
    .selectFrom('patients')
    .select(['id', 'personId', 'nameKey'])
    .where('email', '=', email)
    .execute()
  const [first] = records
  if (!first) return { reason: 'none' }
  if (records.some(({ personId }) => personId !== first.personId)) return { reason: 'shared' }
  const named = records.find(({ nameKey }) => nameKey !== '' && nameKey === toNameKey(name))
  return named ? { recordId: named.id } : { reason: 'other-name' }
}
