import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { tellOfAppointment } from '#app/domain/booking/appointment-letters.server.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/**
 * Some hours before a visit, as the clinic has set it. One that was moved since has a reminder of its own; late ones
 * remind of nothing past, and what the clinic has not confirmed is no visit yet.
 */
export async function remindJob(services: Services, { appointmentId, startsAt }: Payload<'remind'>) {
  await services.database.transaction(async (tx) => {
    const appointment = await findAppointment(tx, appointmentId)
    const now = Date.now()
    if (appointment?.state !== 'confirmed' || appointment.startsAt !== startsAt || startsAt <= now) return
    await tellOfAppointment(services, tx, appointmentId, 'reminder', now)
  })
}
