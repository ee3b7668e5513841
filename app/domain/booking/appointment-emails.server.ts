import type { Tx } from '#app/database/tables.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'

export type EmailOptions = {
  /** The clinic gets no email about its own act. */
  by: ChangedBy
  /** Of a patient's act; see email-limits. */
  limitedAs?: string | undefined
  notifyPatientAt?: number | 'never'
  /** Whether it is news to anybody. Of what changes together, one has the email about all. */
  isEmailed?: boolean
  /** Of a move: the time that the patient knows. */
  movedFrom?: number | undefined
  /** About all days of the plan that the appointment belongs to. */
  wholePlan?: true | undefined
}

/** Sends the emails of a change to the patient and the clinic, and schedules the reminder. */
export async function sendAppointmentEmails(
  { queue, mailDomain, clinic }: Pick<BookingDeps, 'queue' | 'mailDomain' | 'clinic'>,
  tx: Tx,
  appointmentId: string,
  about: AppointmentNews,
  now: number,
  { by, limitedAs, notifyPatientAt = now, isEmailed = true, movedFrom, wholePlan }: EmailOptions,
) {
  const { email, startsAt, payBy } = await tx
    .selectFrom('appointments')
    .select(['email', 'startsAt', 'payBy'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const { booking: clinicsAddress } = clinic.facts(now).emails
  const ids = { appointmentId, about, ...(movedFrom !== undefined && { movedFrom }), ...(wholePlan && { wholePlan }) }
  const toPatient = {
    kind: 'appointment' as const,
    ids,
    recipient: email,
    limitedAs,
    ...(notifyPatientAt !== 'never' && notifyPatientAt > now && { sendAt: notifyPatientAt }),
  }
  const toClinic = { kind: 'appointment-notice' as const, ids, recipient: clinicsAddress, limitedAs }
  const emails = [
    // A patient booked by phone may have no address.
    ...(email && notifyPatientAt !== 'never' ? [toPatient] : []),
    // Of what was never paid the clinic has heard nothing.
    ...(by === 'patient' && payBy === null && concernsClinic(about) ? [toClinic] : []),
  ]
  if (isEmailed) await sendEmails({ tx, queue, mailDomain }, emails)
  if (isAhead(about)) await scheduleReminder({ queue, clinic }, tx, { appointmentId, startsAt }, now)
}

/** One that was restored has the reminder of its time still. */
const isAhead = (about: AppointmentNews) => ['booked', 'moved', 'accepted'].includes(about)

/** The reminder of an earlier time sends nothing when it finds that the appointment was moved. */
export async function scheduleReminder(
  { queue, clinic }: Pick<BookingDeps, 'queue' | 'clinic'>,
  tx: Tx,
  { appointmentId, startsAt }: { appointmentId: string; startsAt: number },
  now: number,
) {
  const { reminderHours } = clinic.facts(now)
  const remindAt = startsAt - reminderHours * 3_600_000
  if (reminderHours <= 0 || remindAt <= now) return
  // One reminder for each time, also if the appointment is moved back to it.
  const uniqueKey = `remind ${appointmentId} ${startsAt}`
  await queue.enqueue(tx, 'remind', { appointmentId, startsAt }, { runAt: remindAt, uniqueKey })
}

const concernsClinic = (about: AppointmentNews) =>
  !['accepted', 'declined', 'released', 'closed', 'reminder', 'forms'].includes(about)
