import type { Db, Tx } from '#app/database/tables.ts'
import { countUse, isUsedUp, type Limit } from '#app/domain/limits/limits.server.ts'
import { countEmailsTo } from '#app/domain/outbox/recent-emails.server.ts'
import type { Appointment } from './appointment.ts'

/**
 * Whoever has the link to an appointment can cancel and undo, move, and change its address without end. The acts work
 * all the same; beyond these numbers nobody is mailed about them.
 */
const perAppointment: Limit = { most: 10, windowMs: 3_600_000 }
const mostPerRecipient = 12

type About = Pick<Appointment, 'id' | 'email'>

const keyOf = ({ id }: About) => `appointment-emails:${id}`

/** Counts an act of somebody outside that mails about an appointment; false: nobody is mailed about it. */
export async function allowEmails(tx: Tx, about: About, now: number) {
  const { ok } = await countUse({ tx }, keyOf(about), perAppointment, now)
  return ok && !(await hasManyEmails(tx, about))
}

/** Whether the next act through the link causes no email. */
export const hasNoEmailsLeft = async (db: Db, about: About, now: number) =>
  (await isUsedUp({ db }, keyOf(about), perAppointment, now)) || (await hasManyEmails(db, about))

const hasManyEmails = async (db: Db, { email }: About) =>
  email !== '' && (await countEmailsTo(db, email, mostPerRecipient)) >= mostPerRecipient
