import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import { type Appointment, changeRulesFor, isBeforeCutOff, isUpcoming } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'

// What moving, canceling and undoing have in common.

export type ChangeRejected =
  | { ok: false; reason: 'not-found' | 'not-upcoming' }
  /** Its patient can no longer move it online. */
  | { ok: false; reason: 'too-late' }

export const isMovable = ({ booking, clinic }: BookingDeps, appointment: Appointment, now: number) =>
  isBeforeCutOff(appointment, changeRulesFor(appointment, booking, clinic.facts(now)), now)

/** The appointment, locked until the transaction ends, if it is active and has not begun. */
export async function findUpcoming(
  { database }: BookingDeps,
  tx: Tx,
  id: string,
  now: number,
): Promise<{ ok: true; appointment: Appointment } | ChangeRejected> {
  await database.takeAdvisoryLock(tx, `appointment:${id}`)
  const appointment = await findAppointment(tx, id)
  if (!appointment) return { ok: false, reason: 'not-found' }
  if (!isUpcoming(appointment, now)) return { ok: false, reason: 'not-upcoming' }
  return { ok: true, appointment }
}

/** Sends the emails of a change (not without `now`), purges pages and records the act. */
export async function finishChange(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  { id, news, detail }: { id: string; news: 'moved' | 'cancelled' | 'restored'; detail: string | undefined },
  now: number | undefined,
  options: { limitedAs: string | undefined; notifyPatientAt?: number | 'never' },
) {
  if (now !== undefined) await sendAppointmentEmails(deps, tx, id, news, now, { by, ...options })
  await deps.pages.purge(tx, 'booking')
  if (by !== 'patient')
    await recordAct({ tx, vault: deps.vault }, by, { act: `appointment.${news}`, record: `appointment:${id}`, detail })
}
