import type { Tx } from '#app/database/tables.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { sendLetters } from '#app/domain/outbox/letters.server.ts'
import { allowEmails } from './email-limits.server.ts'
import type { BookingMeans } from './means.ts'

/** Letters to the patient and to the clinic, and the reminder, which belong to a change of an appointment. */
export async function tellOfAppointment(
  { queue, mailDomain, clinic }: Pick<BookingMeans, 'queue' | 'mailDomain' | 'clinic'>,
  tx: Tx,
  appointmentId: string,
  about: AppointmentNews,
  now: number,
  {
    by = 'clinic',
    tellPatientAt = now,
  }: {
    /** Of the clinic's own acts and of what the clock brings every email goes out. */
    by?: 'outside' | 'clinic'
    tellPatientAt?: number | 'never'
  } = {},
) {
  const { email, startsAt } = await tx
    .selectFrom('appointments')
    .select(['email', 'starts_at as startsAt'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const ids = { appointmentId, about }
  const isMailed = by === 'clinic' || (await allowEmails(tx, { id: appointmentId, email }, now))
  const letters: Parameters<typeof sendLetters>[1] = [
    // Who called may have no address.
    ...(email && isMailed && tellPatientAt !== 'never'
      ? [
          {
            kind: 'appointment' as const,
            ids,
            recipient: email,
            ...(tellPatientAt > now && { sendAt: tellPatientAt }),
          },
        ]
      : []),
    ...(concernsClinic(about) && isMailed
      ? [{ kind: 'appointment-notice' as const, ids, recipient: clinic.facts(now).emails.booking }]
      : []),
  ]
  if (letters.length > 0) await sendLetters({ tx, queue, mailDomain }, letters)
  // None when it is booked or moved later than that; the reminder of an older time finds that it was changed.
  const { reminderHours } = clinic.facts(now)
  const remindAt = startsAt - reminderHours * 3_600_000
  if (['booked', 'moved', 'accepted', 'restored'].includes(about) && reminderHours > 0 && remindAt > now)
    await queue.enqueue(
      tx,
      'remind',
      { appointmentId, startsAt },
      // One for each time that it has, however often it came back to that.
      { runAt: remindAt, uniqueKey: `remind ${appointmentId} ${startsAt}` },
    )
}

/** What the clinic did itself it need not be told. */
const concernsClinic = (about: AppointmentNews) => !['accepted', 'declined', 'closed', 'reminder'].includes(about)
