import type { Database } from '#app/database/connection.server.ts'
import { isActive } from '#app/domain/booking/appointment.ts'
import { listAppointments } from '#app/domain/booking/appointments.server.ts'
import { findBlocks, findBusyTimes } from '#app/domain/booking/blocks.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'

/** The appointments of the clinic's day that take place or took place, and the blocked time. */
export async function readDay({ db }: Pick<Database, 'db'>, now: number) {
  const bounds = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
  const [all, ...blocked] = await Promise.all([
    listAppointments(db, bounds),
    findBlocks(db, bounds),
    findBusyTimes(db, bounds),
  ])
  const appointments = all.filter(
    (appointment) =>
      appointment.name !== '' &&
      (isActive(appointment) || appointment.state === 'completed' || appointment.state === 'no-show'),
  )
  return { bounds, appointments, blocks: blocked.flat() }
}
