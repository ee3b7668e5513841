import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { sendAppointmentEmails } from '#app/domain/booking/appointment-emails.server.ts'
import { wasNotifiedOfClosure } from '#app/domain/booking/closure-appointments.server.ts'
import { acceptReminderText } from '#app/domain/booking/reminder-text.server.ts'
import { hasDayBefore } from '#app/domain/booking/plans/plans.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/**
 * Reminds of an appointment some hours before it. Nothing is sent when it was moved (it has another reminder), is over,
 * is not confirmed by the clinic, falls on a closed day of which its patient knows,
 * or follows another day of its plan on the day before.
 */
export async function remind(
  services: Pick<Services, 'database' | 'queue' | 'mailDomain' | 'textMessages'> & Pick<BookingDeps, 'clinic'>,
  { appointmentId, startsAt }: Payload<'remind'>,
) {
  await services.database.transaction(async (tx) => {
    const appointment = await findAppointment(tx, appointmentId)
    const now = Date.now()
    if (appointment?.state !== 'confirmed' || appointment.startsAt !== startsAt || startsAt <= now) return
    if (await hasDayBefore(tx, appointment, services.clinic.facts(now))) return
    if (await wasNotifiedOfClosure(tx, appointment, services.clinic.facts(now))) return
    await sendAppointmentEmails(services, tx, appointmentId, 'reminder', now, { by: 'patient' })
    if (services.textMessages) await acceptReminderText({ tx, queue: services.queue }, appointment, now)
  })
}
