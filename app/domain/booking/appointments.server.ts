import type { Selectable } from 'kysely'
import type { Db, Tables } from '#app/database/tables.ts'
import type { Appointment } from './appointment.ts'
import type { Interval } from './busy.ts'
import { contactOf } from './patient-fields.ts'
import type { Resource } from './plan.ts'

/** One appointment by its id; who asks must have proved that it is theirs. */
export async function findAppointment(db: Db, id: string): Promise<Appointment | undefined> {
  const row = await db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

const fromRow = (row: Selectable<Tables['appointments']>): Appointment => ({
  id: row.id,
  serviceId: row.service_id,
  state: row.state,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  person: row.person as Resource,
  room: (row.room ?? undefined) as Resource | undefined,
  ...contactOf(row),
  newEmail: row.new_email === null ? undefined : { address: row.new_email, until: row.new_email_until ?? 0 },
  bookedAt: row.booked_at,
  cancelledFrom: row.cancelled_from ?? undefined,
  undoUntil: row.undo_until ?? undefined,
  cancelledLate: row.cancelled_late === 1,
  cancelToldAt: row.cancel_told_at ?? undefined,
  note: row.note ?? undefined,
  revision: row.revision,
  uidDomain: row.uid_domain ?? undefined,
  linkVersion: row.link_version,
  hasHealth: row.health !== null,
  healthKept: row.health_kept === 1,
})

/** The appointment that a draft became. */
export async function findAppointmentOfDraft(db: Db, draftId: string): Promise<Appointment | undefined> {
  const row = await db.selectFrom('appointments').selectAll().where('draft_id', '=', draftId).executeTakeFirst()
  return row && fromRow(row)
}

export async function findAppointmentsIn(db: Db, ids: readonly string[]): Promise<Appointment[]> {
  const rows = await db.selectFrom('appointments').selectAll().where('id', 'in', ids).orderBy('starts_at').execute()
  return rows.map(fromRow)
}

/** Those of an address, the latest first; who is shown them must have proved that it is theirs. */
export async function appointmentsOf(
  db: Db,
  email: string,
  { endedAfter, most }: { endedAfter: number; most: number },
): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('email', '=', email)
    .where('ends_at', '>', endedAfter)
    .orderBy('starts_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(fromRow)
}

/** Everything that begins within a stretch, canceled ones as well, in the order of time. */
export async function listAppointments(db: Db, { from, until }: Interval): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** What patients asked for and nobody answered yet, the soonest first; for a month also what was never answered in time. */
export async function findRequests(db: Db, now: number): Promise<Appointment[]> {
  const rows = await db
    .selectFrom('appointments')
    .selectAll()
    .where('state', '=', 'requested')
    .where('starts_at', '>', now - 30 * 86_400_000)
    .orderBy('starts_at')
    .execute()
  return rows.map(fromRow)
}

/** Confirmed visits that ended before a moment and have no outcome, the longest past first; erased people are left out. */
export async function findWithoutOutcome(db: Db, { before, most }: { before: number; most: number }) {
  const past = db
    .selectFrom('appointments')
    .where('state', '=', 'confirmed')
    .where('starts_at', '<', before)
    .where('name', '<>', '')
  const [rows, { count }] = await Promise.all([
    past.selectAll().orderBy('starts_at').orderBy('id').limit(most).execute(),
    past.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { appointments: rows.map(fromRow), count: Number(count) }
}
