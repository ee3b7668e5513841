import type { Updateable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables, Tx } from '#app/database/tables.ts'
import { isStaffAddress } from '#app/domain/accounts/find-access.server.ts'
import { isVerified } from '#app/domain/patients/join-patient.server.ts'
import { joinVerified } from '#app/domain/patients/join-verified.server.ts'
import { listOpenings } from '#app/domain/patients/openings.server.ts'
import { toJoinKey, toNameKey } from '#app/domain/patients/patient-keys.server.ts'
import type { DataSubject } from '#app/domain/shared/data-subject.ts'
import type { Appointment } from './appointment.ts'
import { listAppointmentsById, listAppointmentsOfRecords } from './appointments.server.ts'
import type { ChangedBy } from './deps.ts'
import { listDayIds } from '#app/domain/booking/plans/plans.server.ts'
import { addressSource, linkMayReplace, opensToAddress, toConfirmed } from './sealed-access.ts'

// The one place that says what an address opens to whoever has proved it: by a code from a link, or by an account. Every
// way in asks here (docs/decisions/own-data.md).

type Deps = { db: Db; ownerEmail: string }

export type OwnedSubject = DataSubject & {
  /** What was proved, for the audit trail. */
  address: string
  recordId: string
  appointmentIds: readonly string[]
}

/**
 * What somebody who reads this mailbox may open, starting from one record; undefined for nothing.
 *
 * - Appointments open one by one (`opensToAddress`), of this record and of those that joined it by themselves. What staff
 *   merged opens only if a health reader chose so.
 * - Notes and requests belong to a record, and open if all of its appointments do.
 * - An address of somebody who works here is never a patient's.
 */
export const findOwnSubject = async (deps: Deps, asked: Asked): Promise<OwnedSubject | undefined> =>
  (await findOpened(deps, asked))?.subject

/**
 * The same for an account whose address is confirmed. The account's name is typed, so where people share the address it
 * would open what others told the clinic; they use the link to an appointment, which names one person.
 */
export async function findAccountSubject(
  { database, tx, ownerEmail }: { database: Pick<Database, 'takeAdvisoryLock'>; tx: Tx; ownerEmail: string },
  { email, name }: { email: string; name: string },
): Promise<OwnedSubject | 'none' | 'shared' | 'other-name' | 'unconfirmed' | 'staff'> {
  if (await isStaffAddress(tx, email, ownerEmail)) return 'staff'
  await joinVerified({ ...database, tx }, [email])
  const records = await tx.selectFrom('patients').select(['id', 'nameKey']).where('email', '=', email).execute()
  if (records.length === 0) return 'none'
  const named = records.find(({ nameKey }) => nameKey !== '' && nameKey === toNameKey(name))
  const opened = await findOpened({ db: tx, ownerEmail }, { recordId: (named ?? records[0]!).id, email })
  const joined = opened?.records ?? (await listJoined(tx, (named ?? records[0]!).id))
  if (records.some(({ id }) => !joined.some((record) => record.id === id))) return 'shared'
  if (!named) return 'other-name'
  return opened?.subject ?? 'unconfirmed'
}

/**
 * What a code to the appointment's address does: it opens what is the patient's; it proves the address, which somebody at
 * the clinic still has to confirm. 'waiting': only that is missing. Undefined: the patient has to ask the clinic.
 */
export async function findWayIn({ db, ownerEmail }: Deps, appointment: Appointment) {
  const { patientId, email } = appointment
  if (!patientId || !email || (await isStaffAddress(db, email, ownerEmail))) return undefined
  if (await findOwnSubject({ db, ownerEmail }, { recordId: patientId, email })) return 'open'
  return addressSource(appointment) === 'entered' && appointment.emailProved === 0 ? 'prove' : 'waiting'
}

type Asked = { recordId: string; email: string }

async function listJoined(db: Db, recordId: string) {
  const records = await listOfPerson(db, recordId)
  const own = records.find(({ id }) => id === recordId)
  return own ? records.filter((record) => record === own || isJoined(record, own)) : []
}

async function findOpened({ db, ownerEmail }: Deps, { recordId, email }: Asked) {
  if (email === '' || (await isStaffAddress(db, email, ownerEmail))) return undefined
  const records = await listOfPerson(db, recordId)
  const own = records.find(({ id }) => id === recordId)
  if (!own) return undefined
  const joined = records.filter((record) => record === own || isJoined(record, own))
  const appointments = await listOf(db, records)
  const whole = joined.filter((record) => isWhollyOpen(record, appointments, email))
  const chosen = await listOpenings(db, whole)
  const others = records.filter((record) => chosen.has(record.id) && !joined.includes(record))
  const theirs = (ofRecords: readonly OfPerson[]) =>
    appointments.filter(({ patientId }) => ofRecords.some(({ id }) => id === patientId))
  const open = [
    ...theirs(joined).filter((appointment) => appointment.email === email && opensToAddress(appointment)),
    ...theirs(others),
  ]
  if (open.length === 0) return undefined
  const named = new Set([...joined, ...others].map(({ nameKey }) => nameKey))
  const emails = [...new Set([email, ...others.map((record) => record.email)])].filter(Boolean)
  const subject: OwnedSubject = {
    address: email,
    recordId,
    appointmentIds: open.map(({ id }) => id),
    recordIds: [...whole, ...others.filter(({ mixed }) => mixed === 0)].map(({ id }) => id),
    emails,
    isNamed: (name) => named.has(toNameKey(name)),
    addresses: await listAlone(db, emails, [...joined, ...others]),
  }
  return { subject, records: [...joined, ...others] }
}

/**
 * What an address is that somebody enters for a new appointment. What staff enter is as given where everything on the
 * record opens to it already, and confirmed if they may read what it opens.
 */
export async function enterAddress(
  tx: Tx,
  by: ChangedBy,
  { email, patientId }: { email: string; patientId: string },
): Promise<Pick<Updateable<Tables['appointments']>, 'givenEmail' | 'emailConfirmed'>> {
  if (email === '') return {}
  if (by === 'patient') return { givenEmail: email }
  const records = tx.selectFrom('patients').select(['id', 'mixed']).where('id', '=', patientId)
  const record = await records.executeTakeFirstOrThrow()
  if (isWhollyOpen(record, await listOf(tx, [record]), email)) return { givenEmail: email }
  return { emailConfirmed: toConfirmed(by) }
}

type OfPerson = Awaited<ReturnType<typeof listOfPerson>>[number]

const listOfPerson = (db: Db, recordId: string) =>
  db
    .selectFrom('patients')
    .select(['id', 'name', 'email', 'nameKey', 'apart', 'mixed'])
    .where('personId', '=', (query) => query.selectFrom('patients').select('personId').where('id', '=', recordId))
    .execute()

const listOf = (db: Db, records: readonly Pick<OfPerson, 'id'>[]) =>
  listAppointmentsOfRecords(
    db,
    'everything',
    records.map(({ id }) => id),
  )

/** With the same name and address, which is what joins records by itself. */
const isJoined = (one: OfPerson, other: OfPerson) =>
  one.apart === 0 && other.apart === 0 && toJoinKey(one) === toJoinKey(other)

/** A practitioner confirms for her appointments, not for what others wrote on the record. */
export const isWhollyOpen = (
  { id, mixed }: Pick<OfPerson, 'id' | 'mixed'>,
  all: readonly Appointment[],
  email: string,
) => {
  const own = all.filter(({ patientId }) => patientId === id)
  const isOpen = (one: Appointment) => one.email === email && opensToAddress({ ...one, person: 'person:nobody' })
  return mixed === 0 && own.length > 0 && own.every(isOpen)
}

/** The verified ones that nobody else's record has: a subscription or an account there is theirs. */
async function listAlone(db: Db, emails: readonly string[], records: readonly OfPerson[]) {
  const alone: string[] = []
  for (const email of emails)
    if (!(await isUsedByOthers(db, email, records)) && (await isVerified(db, email))) alone.push(email)
  return alone
}

async function isUsedByOthers(db: Db, email: string, records: readonly Pick<OfPerson, 'id'>[]) {
  const others = db
    .selectFrom('patients')
    .select('id')
    .where('email', '=', email)
    .where(
      'id',
      'not in',
      records.map(({ id }) => id),
    )
  return (await others.limit(1).executeTakeFirst()) !== undefined
}

/** The days of its plan whose answers the link alone may replace or erase; `orEmpty`: also those without one. */
export async function listReplaceableDays(db: Db, appointment: Appointment, { orEmpty = false } = {}) {
  const days = await listAppointmentsById(db, await listDayIds(db, appointment))
  return days.filter((day) => linkMayReplace(day) || (orEmpty && !day.hasHealth)).map(({ id }) => id)
}
