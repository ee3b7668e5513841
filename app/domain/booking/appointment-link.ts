import type { Appointment } from './appointment.ts'

/** Signed links to an appointment: who has one needs no account. */
export const appointmentPurpose = 'appointment'
export const appointmentPath = (token: string) => `/appointments/${token}`

/** What is signed. A link given out before `linkVersion` was raised opens nothing any more. */
export const appointmentLinkPayload = ({ id, linkVersion }: Pick<Appointment, 'id' | 'linkVersion'>) =>
  `${id}.${linkVersion}`

/** So long after the visit it is of use. */
const lifeAfterVisitMs = 30 * 24 * 3_600_000

/** The end of the earliest visit whose link still opens something. */
export const linksValidFrom = (now: number) => now - lifeAfterVisitMs

export const isValidLink = (
  text: string,
  appointment: Pick<Appointment, 'id' | 'linkVersion' | 'endsAt'>,
  now: number,
) => text === appointmentLinkPayload(appointment) && appointment.endsAt > linksValidFrom(now)

export const appointmentIdInPayload = (text: string) => text.split('.')[0] ?? ''
