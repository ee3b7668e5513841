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
  /** Of a move: the time that the patient knows. */
  movedFrom?: number | undefined
}

/** Sends the emails of a change to the patient and the clinic, and schedules the reminder. */
export async function sendAppointmentEmails(
  { queue, mailDomain, clinic }: Pick<BookingDeps, 'queue' | 'mailDomain' | 'clinic'>,
  tx: Tx,
  appointmentId: string,
  about: AppointmentNews,
  now: number,
  { by, limitedAs, notifyPatientAt = now, movedFrom }: EmailOptions,
) {
  const { email, startsAt } = await tx
    .selectFrom('appointments')
    .select(['email', 'startsAt'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const { emails, reminderHours } = clinic.facts(now)
  const ids = { appointmentId, about, ...(movedFrom !== undefined && { movedFrom }) }
  const toPatient = {
    kind: 'appointment' as const,
    ids,
    recipient: email,
    limitedAs,
    ...(notifyPatientAt !== 'never' && notifyPatientAt > now && { sendAt: notifyPatientAt }),
  }
  const toClinic = { kind: 'appointment-notice' as const, ids, recipient: emails.booking, limitedAs }
  await sendEmails({ tx, queue, mailDomain }, [
    // A patient booked by phone may have no address.
    ...(email && notifyPatientAt !== 'never' ? [toPatient] : []),
    ...(by === 'patient' && concernsClinic(about) ? [toClinic] : []),
  ])
  // The reminder of an earlier time sends nothing when it finds that the appointment was moved.
  const remindAt = startsAt - reminderHours * 3_600_000
  if (['booked', 'moved', 'accepted', 'restored'].includes(about) && reminderHours > 0 && remindAt > now)
    await queue.enqueue(
      tx,
      'remind',
      { appointmentId, startsAt },
      // One reminder for each time, also if the appointment is moved back to it.
      { runAt: remindAt, uniqueKey: `remind ${appointmentId} ${startsAt}` },
    )
}

const concernsClinic = (about: AppointmentNews) =>
  !['accepted', 'declined', 'closed', 'reminder', 'forms'].includes(about)
