import type { Database } from '#app/database/connection.server.ts'
import { isActive } from '#app/domain/booking/appointment.ts'
import { listAppointments } from '#app/domain/booking/appointments.server.ts'
import { findBlocks, findBusyTimes } from '#app/domain/booking/blocks/blocks.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { Reach } from '#app/domain/shared/reach.ts'
import { clinicDayBounds } from '#app/domain/shared/clinic-time.ts'

/** The appointments of a clinic's day that take place or took place, and the blocked time. */
export async function readDay({ db }: Pick<Database, 'db'>, reach: Reach, day: Temporal.PlainDate) {
  const bounds = clinicDayBounds(day.toString(), clinicTimeZone)
  const [all, ...blocked] = await Promise.all([
    listAppointments(db, reach, bounds),
    findBlocks(db, reach, bounds),
    findBusyTimes(db, reach, bounds),
  ])
  const appointments = all.filter(
    (appointment) =>
      appointment.name !== '' &&
      (isActive(appointment) || appointment.state === 'completed' || appointment.state === 'no-show'),
  )
  return { appointments, blocks: blocked.flat() }
}
