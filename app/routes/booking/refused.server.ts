import type { Appointment } from '#app/domain/booking/appointment.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import type { Services } from '#app/services.server.ts'
import { appointmentPage } from '#content/pages/appointment.ts'

/** What its patient reads of an appointment, or a plan whose day it is, that was not moved or canceled. */
export const sayRefused = (
  { booking, clinic }: Pick<Services, 'booking' | 'clinic'>,
  { serviceId }: Pick<Appointment, 'serviceId'>,
  reason: keyof typeof appointmentPage.refused,
) => appointmentPage.refused[reason](clinic.facts(Date.now()), bookingRules(booking, serviceId).change)
