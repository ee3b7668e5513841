import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { toClosure, isClosedAt, recordedClosure } from '#app/domain/clinic/closures.ts'
import type { Closure } from '#app/domain/clinic/overlays.ts'
import { parseEmailIds } from '#app/domain/outbox/email-kinds.ts'
import { sendEmails } from '#app/domain/outbox/emails.server.ts'
import { clinicDayStart } from '#app/domain/shared/clinic-time.ts'
import { type Appointment, isUpcoming } from './appointment.ts'
import { listAppointments } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'

export type AppointmentInClosure = Appointment & { wasTold: boolean }

/** The upcoming appointments that lie in a closure, the soonest first. */
export async function findAppointmentsInClosure(
  db: Db,
  closure: Closure,
  now: number,
): Promise<AppointmentInClosure[]> {
  const day = (text: string) => Temporal.PlainDate.from(text)
  const from = Math.max(now, clinicDayStart(day(closure.firstDay), clinicTimeZone) - dayMs)
  const until = clinicDayStart(day(closure.lastDay).add({ days: 1 }), clinicTimeZone)
  if (from >= until) return []
  const visits = (await listAppointments(db, { from, until })).filter(
    (visit) => isUpcoming(visit, now) && isClosedAt(visit, [closure], clinicTimeZone),
  )
  const told = visits.length === 0 ? new Set<string>() : await whoWasTold(db)
  return visits.map((visit) => ({ ...visit, wasTold: told.has(`${visit.id} ${visit.startsAt}`) }))
}

/** One that began the day before may reach into it. */
const dayMs = 86_400_000

/** Whether its patient was emailed that the clinic will be closed at its time, and it still is. */
export async function wasNotifiedOfClosure(
  db: Db,
  visit: Appointment,
  { closures, holidays }: Pick<ClinicFacts, 'closures' | 'holidays'>,
) {
  if (!isClosedAt(visit, [...closures, ...holidays.map(toClosure)], clinicTimeZone)) return false
  return (await whoWasTold(db, visit.id)).has(`${visit.id} ${visit.startsAt}`)
}

async function whoWasTold(db: Db, appointmentId?: string) {
  const closed = db
    .selectFrom('emails')
    .select('ids')
    .where('kind', '=', 'appointment')
    .where('ids', 'like', '%"about":"closed"%')
  const emails = await (
    appointmentId ? closed.where('ids', 'like', `%"appointmentId":"${appointmentId}"%`) : closed
  ).execute()
  return new Set(
    emails.map((email) => {
      const { appointmentId, startsAt } = parseEmailIds('appointment', { ids: JSON.parse(email.ids) })
      return `${appointmentId} ${startsAt}`
    }),
  )
}

/** Emails them once each, with times to choose from; who has no address is called. Answers how many emails there are. */
export function notifyOfClosure(
  deps: Pick<BookingDeps, 'queue' | 'mailDomain' | 'vault'> & { database: Database },
  actor: Actor,
  { closure, now }: { closure: Closure; now: number },
): Promise<number> {
  return deps.database.transaction(async (tx) => {
    // Of two presses at once the second finds the emails of the first.
    await deps.database.takeAdvisoryLock(tx, `closure:${closure.id}`)
    const visits = await findAppointmentsInClosure(tx, closure, now)
    const emails = visits.flatMap(({ id: appointmentId, startsAt, email, wasTold }) =>
      email && !wasTold
        ? [
            {
              kind: 'appointment' as const,
              ids: { appointmentId, about: 'closed' as const, startsAt },
              recipient: email,
              limitedAs: undefined,
            },
          ]
        : [],
    )
    if (emails.length === 0) return 0
    await sendEmails({ ...deps, tx }, emails)
    const detail = `${recordedClosure(closure)}, ${emails.length === 1 ? '1 email' : `${emails.length} emails`}`
    await recordAct({ tx, vault: deps.vault }, actor, {
      act: 'clinic.closure-told',
      record: 'clinic:closures',
      detail,
    })
    return emails.length
  })
}
