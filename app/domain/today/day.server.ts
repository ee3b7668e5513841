import type { Database } from '#app/database/connection.server.ts'
import { isActive } from '#app/domain/booking/appointment.ts'
import { listAppointments } from '#app/domain/booking/appointments.server.ts'
import { findBlocks, findBusyTimes } from '#app/domain/booking/blocks/blocks.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { clinicDayBounds } from '#app/domain/shared/clinic-time.ts'

/** The appointments of a clinic's day that take place or took place, and the blocked time. */
export async function readDay({ db }: Pick<Database, 'db'>, scope: Scope, day: Temporal.PlainDate) {
  const bounds = clinicDayBounds(day.toString(), clinicTimeZone)
  const [all, ...blocked] = await Promise.all([
    listAppointments(db, scope, bounds),
    findBlocks(db, scope, bounds),
    findBusyTimes(db, scope, bounds),
  ])
  const appointments = all.filter(
    (appointment) =>
      appointment.name !== '' &&
      (isActive(appointment) || appointment.state === 'completed' || appointment.state === 'no-show'),
  )
  return { appointments, blocks: blocked.flat() }
}
