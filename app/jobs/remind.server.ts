import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { sendAppointmentEmails } from '#app/domain/booking/appointment-emails.server.ts'
import { wasNotifiedOfClosure } from '#app/domain/booking/closure-appointments.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/**
 * Some hours before a visit, as the clinic has set it. One that was moved since has a reminder of its own; late ones
 * remind of nothing past, what the clinic has not confirmed is no visit yet, and whom it told that it will be closed is not
 * told to come.
 */
export async function remindJob(
  services: Pick<Services, 'database' | 'queue' | 'mailDomain'> & Pick<BookingDeps, 'clinic'>,
  { appointmentId, startsAt }: Payload<'remind'>,
) {
  await services.database.transaction(async (tx) => {
    const appointment = await findAppointment(tx, appointmentId)
    const now = Date.now()
    if (appointment?.state !== 'confirmed' || appointment.startsAt !== startsAt || startsAt <= now) return
    if (await wasNotifiedOfClosure(tx, appointment, services.clinic.facts(now))) return
    await sendAppointmentEmails(services, tx, appointmentId, 'reminder', now, { by: 'patient' })
  })
}
