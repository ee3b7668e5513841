import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { isClosedAt, recordedClosure } from '#app/domain/clinic/closures.ts'
import type { Closure } from '#app/domain/clinic/sections.ts'
import { parseEmailIds } from '#app/domain/outbox/email-kinds.server.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'

import { clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import { type Appointment, type ClosedDays, isInClosure, isUpcoming } from './appointment.ts'
import { listAppointments } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'

export type AppointmentInClosure = Appointment & { wasNotified: boolean }

/** The upcoming appointments in a closure, the soonest first. */
export async function findAppointmentsInClosure(
  db: Db,
  closure: Closure,
  now: number,
): Promise<AppointmentInClosure[]> {
  const day = (text: string) => Temporal.PlainDate.from(text)
  // An appointment that began the day before may reach into the closure.
  const from = Math.max(now, clinicDayStart(day(closure.firstDay), clinicTimeZone) - 86_400_000)
  const until = clinicDayStart(day(closure.lastDay).add({ days: 1 }), clinicTimeZone)
  if (from >= until) return []
  const appointments = (await listAppointments(db, 'everything', { from, until })).filter(
    (appointment) => isUpcoming(appointment, now) && isClosedAt(appointment, [closure], clinicTimeZone),
  )
  const notified = appointments.length === 0 ? new Set<string>() : await findNotified(db)
  return appointments.map((appointment) => ({ ...appointment, wasNotified: notified.has(timeKey(appointment)) }))
}

const timeKey = ({ id, startsAt }: Pick<Appointment, 'id' | 'startsAt'>) => `${id} ${startsAt}`

/** Whether the patient was emailed that the clinic is closed at the appointment's time, and it still is. */
export const wasNotifiedOfClosure = async (db: Db, appointment: Appointment, closedDays: ClosedDays) =>
  isInClosure(appointment, closedDays) && (await findNotified(db, appointment.id)).has(timeKey(appointment))

async function findNotified(db: Db, appointmentId?: string) {
  let closed = db
    .selectFrom('emails')
    .select('ids')
    .where('kind', '=', 'appointment')
    .where('ids', 'like', '%"about":"closed"%')
  if (appointmentId) closed = closed.where('ids', 'like', `%"appointmentId":"${appointmentId}"%`)
  const emails = await closed.execute()
  return new Set(
    emails.map((email) => {
      const { appointmentId: id, startsAt = 0 } = parseEmailIds('appointment', { ids: JSON.parse(email.ids) })
      return timeKey({ id, startsAt })
    }),
  )
}

/** Emails each patient once, with free times to choose from. Patients without an address are called. Returns the count. */
export function notifyOfClosure(
  deps: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain' | 'vault'>,
  actor: Actor,
  { closure, now }: { closure: Closure; now: number },
): Promise<number> {
  return deps.database.transaction(async (tx) => {
    // A second simultaneous click finds the emails of the first.
    await deps.database.takeAdvisoryLock(tx, `closure:${closure.id}`)
    const appointments = await findAppointmentsInClosure(tx, closure, now)
    const emails = appointments
      .filter(({ email, wasNotified }) => email && !wasNotified)
      .map(({ id: appointmentId, startsAt, email }) => ({
        kind: 'appointment' as const,
        ids: { appointmentId, about: 'closed' as const, startsAt },
        recipient: email,
        limitedAs: undefined,
      }))
    if (emails.length === 0) return 0
    await sendEmails({ ...deps, tx }, emails)
    const count = emails.length === 1 ? '1 email' : `${emails.length} emails`
    await recordAct({ tx, vault: deps.vault }, actor, {
      act: 'clinic.closure-told',
      record: 'clinic:closures',
      detail: `${recordedClosure(closure)}, ${count}`,
    })
    return emails.length
  })
}
