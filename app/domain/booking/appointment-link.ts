import type { Appointment } from './appointment.ts'

/** Signed links to an appointment: who has one needs no account. */
export const appointmentPurpose = 'appointment'
export const appointmentPath = (token: string) => `/appointments/${token}`

/** What is signed. A link given out before `linkVersion` was raised opens nothing any more. */
export const linkText = ({ id, linkVersion }: Pick<Appointment, 'id' | 'linkVersion'>) => `${id}.${linkVersion}`

/** So long after the visit it is of use. */
const lifeAfterVisitMs = 30 * 24 * 3_600_000

/** The end of the earliest visit whose link still opens something. */
export const linksLiveFrom = (now: number) => now - lifeAfterVisitMs

export const isLinkOf = (text: string, appointment: Pick<Appointment, 'id' | 'linkVersion' | 'endsAt'>, now: number) =>
  text === linkText(appointment) && appointment.endsAt > linksLiveFrom(now)

export const idInLink = (text: string) => text.split('.')[0] ?? ''
