import type { Selectable } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'
import type { Appointment } from './appointment.ts'
import type { Interval } from './busy.ts'
import { toContact } from './patient-fields.ts'
import type { Resource } from './plan.ts'

/** One appointment by its id; who asks must have proved that it is theirs. */
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

/** The appointment that a draft became. */
export async function findAppointmentOfDraft(db: Db, draftId: string): Promise<Appointment | undefined> {
  const row = await db.selectFrom('appointments').selectAll().where('draftId', '=', draftId).executeTakeFirst()
  return row && fromRow(row)
}

export async function listAppointmentsById(db: Db, ids: readonly string[]): Promise<Appointment[]> {
  const rows = await db.selectFrom('appointments').selectAll().where('id', 'in', ids).orderBy('startsAt').execute()
  return rows.map(fromRow)
}

/** Those of an address, the latest first; who is shown them must have proved that it is theirs. */
export async function listAppointmentsByEmail(
  db: Db,
  email: string,
  { endedAfter, most }: { endedAfter: number; most: number },
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

/** Everything that begins within a stretch, canceled ones as well, in the order of time. */
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

/** What patients asked for and nobody answered yet, the soonest first; for a month also what was never answered in time. */
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

/** Confirmed visits that ended before a moment and have no outcome, the longest past first; erased people are left out. */
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
