import type { Database } from '#app/database/connection.server.ts'
import { splitUpcoming } from './appointment.ts'
import { listAppointmentsByEmail } from './appointments.server.ts'

const most = 50

/**
 * The appointments of whoever proved this address. One that was only typed into a sign-up form shows nothing: it may be
 * anybody's.
 */
export async function listPatientAppointments(
  { db }: Pick<Database, 'db'>,
  { email, isVerified }: { email: string; isVerified: boolean },
  now: number,
) {
  return splitUpcoming(isVerified ? await listAppointmentsByEmail(db, email, { endedAfter: 0, most }) : [], now)
}
