import { appointmentPurpose, appointmentIdInPayload, isValidLink } from '#app/domain/booking/appointment-link.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { servicesContext, type RequestContext } from './context.ts'

/** Undefined when the signed link is forged, revoked or too old. */
export async function findAppointmentByLink(context: RequestContext, token: string | undefined) {
  const { signer, database } = context.get(servicesContext)
  const text = signer.verifyLink(appointmentPurpose, token ?? '')
  const appointment = text === undefined ? undefined : await findAppointment(database.db, appointmentIdInPayload(text))
  return text !== undefined && appointment && isValidLink(text, appointment, Date.now()) ? appointment : undefined
}
