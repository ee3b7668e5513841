import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { at, bookingDeps, dayOne } from './booking.ts'

export const desk = { who: 'account-1', from: '127.0.0.1', scope: 'everything' as const }
export const helen = { name: 'Helen Marsh', email: 'helen@example.com', phone: '(205) 555-0136' }

/** Staff book for a patient; returns the appointment's id and its record. */
export async function bookFor(
  database: Database,
  patient: { name: string; phone: string; email?: string; health?: string },
  start: string,
  patientId?: string,
) {
  const request = { serviceId: 'general', startsAt: at(start), anyway: true, patientId, now: dayOne }
  const contact = { ...patient, email: patient.email || undefined, health: patient.health }
  const booked = await bookByTelephone(bookingDeps(database), desk, { ...request, patient: contact })
  if (!booked.ok) throw new Error(`not booked: ${booked.reason}`)
  return { id: booked.id, recordId: await recordOf(database.db, booked.id) }
}

export async function recordOf(db: Db, appointmentId: string) {
  const found = db.selectFrom('appointments').select('patientId').where('id', '=', appointmentId)
  return (await found.executeTakeFirstOrThrow()).patientId ?? ''
}

/** An account whose owner opened the link that confirms its address. */
export async function putConfirmedAccount({ db, kind }: Database, email: string) {
  const isTrue = kind === 'sqlite' ? 1 : true
  const now = kind === 'sqlite' ? new Date().toISOString() : new Date()
  const account = {
    id: randomUUID(),
    name: 'Account',
    email,
    emailVerified: isTrue,
    image: null,
    twoFactorEnabled: null,
  }
  await db
    .insertInto('users')
    .values({ ...account, createdAt: now, updatedAt: now })
    .execute()
  return account.id
}
