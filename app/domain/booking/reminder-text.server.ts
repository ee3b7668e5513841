import type { Tx } from '#app/database/tables.ts'
import { acceptText, type TextSource } from '#app/domain/text-messages/texts.server.ts'
import { reminderText } from '#content/text-messages.ts'
import { type Appointment, isUpcoming } from './appointment.ts'
import { findTextConsent, toConsenter } from './text-reminders.server.ts'
import { findAppointment } from './appointments.server.ts'
import { formatShortAppointmentTime } from './format-appointment.ts'
import type { BookingDeps } from './deps.ts'

/** One for each time of an appointment, whatever happens twice. */
const textId = ({ id, startsAt }: Pick<Appointment, 'id' | 'startsAt'>) => `reminder ${id} ${startsAt}`

/** With the reminder by email, if the patient agreed to texts. */
export async function acceptReminderText(
  { tx, queue }: { tx: Tx; queue: BookingDeps['queue'] },
  appointment: Appointment,
  now: number,
) {
  if (!(await findTextConsent(tx, appointment))) return
  await acceptText(
    { tx, queue },
    { id: textId(appointment), kind: 'reminder', record: `appointment:${appointment.id}`, now },
  )
}

/** Due until the appointment begins, unless it was moved or canceled. */
export const reminderSource = ({ clinic }: Pick<BookingDeps, 'clinic'>): TextSource => ({
  purpose: 'reminders',
  async write(tx, { record, id }, now) {
    const appointment = await findAppointment(tx, record.slice('appointment:'.length))
    if (appointment?.state !== 'confirmed' || !isUpcoming(appointment, now) || textId(appointment) !== id) return
    const consenter = await toConsenter(tx, appointment)
    const facts = clinic.facts(now)
    const when = formatShortAppointmentTime(appointment, facts.timeZone)
    return consenter && { ...consenter, text: reminderText(facts, when) }
  },
})
