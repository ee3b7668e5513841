import type { Selectable } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tables } from '#app/database/tables.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import { type Appointment, splitUpcoming } from './appointment.ts'
import type { Interval } from './busy.ts'
import { type Contact, optionalFields, toContact } from './patient-fields.ts'
import type { Resource } from './plan.ts'

/** The caller must have checked that the visitor may see it. */
export async function findAppointment(db: Db, id: string): Promise<Appointment | undefined> {
  const row = await db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

const fromRow = (row: Selectable<Tables['appointments']>): Appointment => ({
  id: row.id,
  serviceId: row.serviceId,
  state: row.state,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  person: row.person as Resource,
  room: (row.room ?? undefined) as Resource | undefined,
  ...toContact(row),
  newEmail: row.newEmail === null ? undefined : { address: row.newEmail, until: row.newEmailUntil ?? 0 },
  bookedAt: row.bookedAt,
  cancelledFrom: row.cancelledFrom ?? undefined,
  undoUntil: row.undoUntil ?? undefined,
  cancelledLate: row.cancelledLate === 1,
  cancelToldAt: row.cancelToldAt ?? undefined,
  note: row.note ?? undefined,
  revision: row.revision,
  uidDomain: row.uidDomain ?? undefined,
  linkVersion: row.linkVersion,
  hasHealth: row.health !== null,
  healthKept: row.healthKept === 1,
})

/** What an appointment stores of its patient; a blank optional field becomes null. */
export const toContactColumns = (contact: Contact) => ({
  ...toContact(contact),
  ...(Object.fromEntries(optionalFields.map(({ name }) => [name, contact[name] ?? null])) as Partial<Contact>),
  phoneDigits: phoneKey(contact.phone),
})

export async function findAppointmentOfDraft(db: Db, draftId: string): Promise<Appointment | undefined> {
  const row = await db.selectFrom('appointments').selectAll().where('draftId', '=', draftId).executeTakeFirst()
  return row && fromRow(row)
}

export async function listAppointmentsById(db: Db, ids: readonly string[]): Promise<Appointment[]> {
  const rows = await db.selectFrom('appointments').selectAll().where('id', 'in', ids).orderBy('startsAt').execute()
  return rows.map(fromRow)
}

/** The latest first. The caller must have checked that the address belongs to the visitor. */
export async function listAppointmentsByEmail(
  db: Db,
  email: string,
  { endedAfter = 0, most }: { endedAfter?: number; most: number },
): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('email', '=', email)
    .where('endsAt', '>', endedAfter)
    .orderBy('startsAt', 'desc')
    .limit(most)
    .execute()
  return rows.map(fromRow)
}

/** An account sees the appointments of its address once it has verified it: anybody can type an address when signing up. */
export async function listPatientAppointments(
  { db }: Pick<Database, 'db'>,
  { email, isVerified }: { email: string; isVerified: boolean },
  now: number,
) {
  return splitUpcoming(isVerified ? await listAppointmentsByEmail(db, email, { most: 50 }) : [], now)
}

/** All appointments that begin within an interval, also canceled ones, the soonest first. */
export async function listAppointments(db: Db, { from, until }: Interval): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('startsAt', '>=', from)
    .where('startsAt', '<', until)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** Unanswered requests, the soonest first; also those of the last 30 days that were not answered in time. */
export async function listRequests(db: Db, now: number): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('state', '=', 'requested')
    .where('startsAt', '>', now - 30 * 86_400_000)
    .orderBy('startsAt')
    .execute()
  return rows.map(fromRow)
}

/** Confirmed appointments that began before a moment, the oldest first, without those of erased patients. */
export async function findWithoutOutcome(db: Db, { before, most }: { before: number; most: number }) {
  const past = db
    .selectFrom('appointments')
    .where('state', '=', 'confirmed')
    .where('startsAt', '<', before)
    .where('name', '<>', '')
  const [rows, { count }] = await Promise.all([
    past.selectAll().orderBy('startsAt').orderBy('id').limit(most).execute(),
    past.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { appointments: rows.map(fromRow), count: Number(count) }
}
