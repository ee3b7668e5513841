import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import { type Appointment, changeRulesFor, isActive } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'

// What moving, canceling and undoing have in common.

export type ChangeRejected =
  | { ok: false; reason: 'not-found' }
  /** Past, canceled, or otherwise not to be changed any more. */
  | { ok: false; reason: 'not-upcoming' }
  /** To be moved by its patient: less than the cut-off before it, they call instead. */
  | { ok: false; reason: 'too-late' }

/** A patient may move an appointment at a time that the clinic has closed since until it would begin. */
export const rulesFor = ({ booking, clinic }: BookingDeps, visit: Appointment, now: number) =>
  changeRulesFor(visit, booking, clinic.facts(now))

/** The appointment, if it has not begun. No other transaction changes it until this one ends. */
export async function findUpcoming(
  { database }: BookingDeps,
  tx: Tx,
  id: string,
  now: number,
): Promise<{ ok: true; appointment: Appointment } | ChangeRejected> {
  await database.takeAdvisoryLock(tx, `appointment:${id}`)
  const appointment = await findAppointment(tx, id)
  if (!appointment) return { ok: false, reason: 'not-found' }
  if (!isActive(appointment) || appointment.startsAt <= now) return { ok: false, reason: 'not-upcoming' }
  return { ok: true, appointment }
}

/** What follows every change: emails, page cache, audit trail. Without `now` no email is sent. */
export async function finishChange(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  { id, news, detail }: { id: string; news: 'moved' | 'cancelled' | 'restored'; detail: string | undefined },
  now: number | undefined,
  told: { limitedAs: string | undefined; tellPatientAt?: number | 'never' },
) {
  if (now !== undefined) await sendAppointmentEmails(deps, tx, id, news, now, { by, ...told })
  await deps.pages.purge(tx, 'booking')
  if (by !== 'patient')
    await recordAct({ tx, vault: deps.vault }, by, { act: `appointment.${news}`, record: `appointment:${id}`, detail })
}
