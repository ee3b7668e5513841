import type { Appointment } from './appointment.ts'

/** Signed links to an appointment; they need no account. */
export const appointmentPurpose = 'appointment'
export const appointmentPath = (token: string) => `/appointments/${token}`

type LinkedAppointment = Pick<Appointment, 'id' | 'linkVersion'>

/** What is signed. Raising `linkVersion` revokes earlier links. */
export const appointmentLinkPayload = ({ id, linkVersion }: LinkedAppointment) => `${id}.${linkVersion}`

const linkLifeMs = 30 * 24 * 3_600_000

/** Links to appointments that ended before this no longer work. */
export const linksValidFrom = (now: number) => now - linkLifeMs

export const isValidLink = (
  payload: string,
  appointment: LinkedAppointment & Pick<Appointment, 'endsAt'>,
  now: number,
) => payload === appointmentLinkPayload(appointment) && appointment.endsAt > linksValidFrom(now)

export const appointmentIdInPayload = (payload: string) => payload.split('.')[0] ?? ''
