import type { Tx } from '#app/database/tables.ts'
import type { AppointmentNews } from '#app/domain/outbox/appointment-news.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'

/** Emails to the patient and to the clinic, and the reminder, which belong to a change of an appointment. */
export async function sendAppointmentEmails(
  { queue, mailDomain, clinic }: Pick<BookingDeps, 'queue' | 'mailDomain' | 'clinic'>,
  tx: Tx,
  appointmentId: string,
  about: AppointmentNews,
  now: number,
  {
    by,
    limitedAs,
    tellPatientAt = now,
  }: {
    /** The clinic is not emailed about what it did itself. */
    by: ChangedBy
    /** Of the patient's own acts; see email-limits. */
    limitedAs?: string | undefined
    tellPatientAt?: number | 'never'
  },
) {
  const { email, startsAt } = await tx
    .selectFrom('appointments')
    .select(['email', 'startsAt'])
    .where('id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  const ids = { appointmentId, about }
  await sendEmails({ tx, queue, mailDomain }, [
    // Who called may have no address.
    ...(email && tellPatientAt !== 'never'
      ? [
          {
            kind: 'appointment' as const,
            ids,
            recipient: email,
            limitedAs,
            ...(tellPatientAt > now && { sendAt: tellPatientAt }),
          },
        ]
      : []),
    ...(by === 'patient' && concernsClinic(about)
      ? [{ kind: 'appointment-notice' as const, ids, recipient: clinic.facts(now).emails.booking, limitedAs }]
      : []),
  ])
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
