import type { Signer } from '#app/vault/signing.server.ts'
import type { Appointment } from './appointment.ts'

/** Signed links to an appointment; they need no account. */
export const appointmentPurpose = 'appointment'
export const appointmentPath = (token: string) => `/appointments/${token}`

export type LinkedAppointment = Pick<Appointment, 'id' | 'linkVersion'>

/** What is signed. Raising `linkVersion` revokes earlier links. */
const appointmentLinkPayload = ({ id, linkVersion }: LinkedAppointment) => `${id}.${linkVersion}`

/** The path of a link to the appointment. */
export const signAppointmentLink = (signer: Pick<Signer, 'sign'>, appointment: LinkedAppointment) =>
  appointmentPath(signer.sign(appointmentPurpose, appointmentLinkPayload(appointment)))

const linkLifeMs = 30 * 24 * 3_600_000

/** Links to appointments that ended before this no longer work. */
export const linksValidFrom = (now: number) => now - linkLifeMs

export const isValidLink = (
  payload: string,
  appointment: LinkedAppointment & Pick<Appointment, 'endsAt'>,
  now: number,
) => payload === appointmentLinkPayload(appointment) && appointment.endsAt > linksValidFrom(now)

export const appointmentIdInPayload = (payload: string) => payload.split('.')[0] ?? ''
