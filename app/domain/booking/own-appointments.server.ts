import type { Database } from '#app/database/connection.server.ts'
import { aheadFirst } from './appointment.ts'
import { appointmentsOf } from './appointments.server.ts'

const most = 50

/**
 * The appointments of whoever proved this address. One that was only typed into a sign-up form shows nothing: it may be
 * anybody's.
 */
export async function ownAppointments(
  { db }: Pick<Database, 'db'>,
  { email, isVerified }: { email: string; isVerified: boolean },
  now: number,
) {
  return aheadFirst(isVerified ? await appointmentsOf(db, email, { endedAfter: 0, most }) : [], now)
}
