import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#app/database/tables.ts'
import { isConfirmedAddress } from '#app/domain/accounts/accounts.server.ts'
import { toJoinKey, toNameKey, toRecordColumns } from './patient-keys.server.ts'
import { type Contact, contactColumns, optionalFields, toContact } from './patient-fields.ts'
import { listRecordIds } from './patients.server.ts'
import { refreshPerson } from './person-seen.server.ts'
import { type SeenRecords, selectRecordIds } from './seen-records.server.ts'

/**
 * The record of a new appointment's patient. It joins an existing one only if the address is verified and the name
 * agrees, if name, address and phone all agree, or if staff chose the patient. Anybody else gets a record, and at most a
 * suggestion. What a visitor typed changes nothing of an existing record, and joining it opens nothing: links and codes ask for
 * what the patient proved (`findOwnSubject`). `within`: whoever sees only some records joins none of the others.
 */
export async function joinPatient(
  tx: Tx,
  contact: Contact,
  { patientId, ...joining }: Joining & { patientId?: string | undefined },
): Promise<string> {
  const { startsAt, within } = joining
  const chosen = patientId && (await findNamedRecord(tx, patientId, { ...contact, within }))
  // Another name, address or phone is for staff to accept (given-phone.server.ts).
  if (chosen && joining.byClinic) await takeOver(tx, chosen, pickOptional(contact))
  const id = chosen || (await findOrAddRecord(tx, contact, joining))
  await touchRecord(tx, id, startsAt)
  return id
}

/** A record with this name of the person that staff chose. With another name, the form was changed for somebody else. */
async function findNamedRecord(db: Db, chosenId: string, { name, within }: Contact & { within: SeenRecords }) {
  const record = await selectWithin(db, within)
    .where('id', 'in', await listRecordIds(db, chosenId))
    .where('nameKey', '=', toNameKey(name))
    .orderBy('seenAt', 'desc')
    .executeTakeFirst()
  return record?.id
}

type Joining = { startsAt: number; byClinic: boolean; within: SeenRecords }

async function findOrAddRecord(tx: Tx, contact: Contact, { startsAt, byClinic, within }: Joining) {
  const known = await findJoinedRecord(tx, contact, within)
  if (known) {
    if (byClinic) await takeOver(tx, known, contact)
    return known
  }
  // One that is out of sight may have the key.
  const joinKey = within === 'everything' && (await isVerified(tx, contact.email)) ? toJoinKey(contact) : null
  const id = randomUUID()
  const columns = toRecordColumns(contact)
  const added = await tx
    .insertInto('patients')
    .values({
      ...columns,
      id,
      personId: id,
      joinKey,
      emailProved: 0,
      apart: 0,
      seenAt: startsAt,
      personSeenAt: startsAt,
    })
    // Somebody booked with the same name and address at this moment.
    .onConflict((conflict) => conflict.column('joinKey').doUpdateSet({ joinKey }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

const pickOptional = (contact: Contact): Partial<Contact> =>
  Object.fromEntries(optionalFields.map(({ name }) => [name, contact[name]]))

/** What staff typed becomes the record's. What they left blank, which may be all but the name, hides nothing earlier. */
async function takeOver(tx: Tx, id: string, typed: Partial<Contact>) {
  const given = Object.entries(typed).filter(([, text]) => text)
  if (given.length === 0) return
  const record = await tx.selectFrom('patients').select(contactColumns).where('id', '=', id).executeTakeFirstOrThrow()
  const contact = { ...toContact(record), ...Object.fromEntries(given) }
  await tx.updateTable('patients').set(toRecordColumns(contact)).where('id', '=', id).execute()
}

/** Of appointments that staff split off a person. Nothing joins it by itself. */
export async function addRecordApart(tx: Tx, contact: Contact, { seenAt }: { seenAt: number }) {
  const id = randomUUID()
  const times = { seenAt, personSeenAt: seenAt }
  const columns = toRecordColumns(contact)
  await tx
    .insertInto('patients')
    .values({ ...columns, id, personId: id, joinKey: null, emailProved: 0, apart: 1, ...times })
    .execute()
  return id
}

/** The records of the person that a contact joins by itself. */
export async function listJoinedRecords(db: Db, contact: Contact) {
  const id = await findJoinedRecord(db, contact, 'everything')
  return id === undefined ? [] : listRecordIds(db, id)
}

const fewestDigits = 7

/** The record of this name and verified address, or the latest one with all three; none that was split off by hand. */
async function findJoinedRecord(db: Db, contact: Contact, within: SeenRecords): Promise<string | undefined> {
  const { nameKey, email, phoneDigits } = toRecordColumns(contact)
  const records = selectWithin(db, within)
  const verified = await records.where('joinKey', '=', toJoinKey(contact)).executeTakeFirst()
  if (verified || email === '' || phoneDigits.length < fewestDigits) return verified?.id
  const same = await records
    .where('email', '=', email)
    .where('nameKey', '=', nameKey)
    .where('phoneDigits', '=', phoneDigits)
    .where('apart', '=', 0)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return same?.id
}

function selectWithin(db: Db, within: SeenRecords) {
  const all = db.selectFrom('patients').select('id')
  return within === 'everything' ? all : all.where('id', 'in', selectRecordIds(db, within))
}

/** An address is verified by a confirmed account, or by a link that was emailed to it. */
export async function isVerified(db: Db, email: string) {
  if (email === '') return false
  if (await isConfirmedAddress(db, email)) return true
  const proved = db.selectFrom('patients').select('id').where('email', '=', email).where('emailProved', '=', 1)
  return (await proved.limit(1).executeTakeFirst()) !== undefined
}

/** The record has an appointment at this time now. */
async function touchRecord(tx: Tx, id: string, startsAt: number) {
  const { personId } = await tx
    .updateTable('patients')
    .set({ seenAt: sql<number>`case when seen_at < ${startsAt} then ${startsAt} else seen_at end` })
    .where('id', '=', id)
    .returning('personId')
    .executeTakeFirstOrThrow()
  await refreshPerson(tx, personId)
}

/** After an appointment was moved: `seenAt` is when the record's latest one begins now. */
export async function setSeen(tx: Tx, id: string, seenAt: number) {
  const record = tx.updateTable('patients').set({ seenAt }).where('id', '=', id)
  const changed = await record.returning('personId').executeTakeFirst()
  if (changed) await refreshPerson(tx, changed.personId)
}

/**
 * A record with one appointment takes over a correction of it; one with more keeps its contact. A later joining looks
 * whether the new address is verified.
 */
export async function correctRecord(tx: Tx, id: string, contact: Contact) {
  const joinKey = toJoinKey(contact)
  await tx
    .updateTable('patients')
    .set({
      ...toRecordColumns(contact),
      ...{ formerPhone: null, declinedPhone: null },
      joinKey: sql<string | null>`case when join_key = ${joinKey} then join_key end`,
      emailProved: sql<number>`case when email = ${contact.email} then email_proved else 0 end`,
    })
    .where('id', '=', id)
    .execute()
}

/** The patient opened a link that was emailed to this address. */
export const markAddressProved = (tx: Tx, id: string, email: string) =>
  tx.updateTable('patients').set({ emailProved: 1 }).where('id', '=', id).where('email', '=', email).execute()
