import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { isWithinReach, wholeClinic } from '#app/domain/shared/reach.ts'
import { type EmailOptions, sendAppointmentEmails } from './appointment-emails.server.ts'
import { type Appointment, movableUntil } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'

// What all changes of an appointment have in common.

export type NotFound = { ok: false; reason: 'not-found' }

/** 'too-late': its patient can no longer move it online. */
export type ChangeRejected = NotFound | { ok: false; reason: 'not-upcoming' | 'too-late' }

export const isMovable = (
  { booking, clinic }: Pick<BookingDeps, 'booking' | 'clinic'>,
  appointment: Appointment,
  now: number,
) => movableUntil(appointment, booking, clinic.facts(now)) > now

/** The appointment, locked until the transaction ends. */
export async function lockAppointment({ database, tx }: { database: Locks; tx: Tx }, id: string) {
  await database.takeAdvisoryLock(tx, `appointment:${id}`)
  return findAppointment(tx, id)
}

type Locks = Pick<BookingDeps['database'], 'takeAdvisoryLock'>

/** Runs a change in a transaction that locks the appointment, if it is within reach of who makes it. */
export const changeAppointment = <Result>(
  { database }: Pick<BookingDeps, 'database'>,
  by: ChangedBy,
  id: string,
  change: (tx: Tx, appointment: Appointment) => Promise<Result>,
): Promise<Result | NotFound> =>
  database.transaction(async (tx) => {
    const appointment = await lockAppointment({ database, tx }, id)
    const reach = by === 'patient' ? wholeClinic : by
    if (!appointment || !isWithinReach(reach, appointment)) return { ok: false, reason: 'not-found' }
    return change(tx, appointment)
  })

type Change = Omit<EmailOptions, 'by'> & {
  id: string
  news: 'booked' | 'accepted' | 'declined' | 'moved' | 'cancelled' | 'restored'
  /** For the audit trail. */
  detail?: string | undefined
  /** Whether it matters to the patient. */
  isEmailed?: boolean
  now: number
}

/** Sends the emails of a change, purges pages and records an act of the clinic. */
export async function finishChange(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  { id, news, detail, isEmailed = true, now, ...options }: Change,
) {
  if (isEmailed) await sendAppointmentEmails(deps, tx, id, news, now, { by, ...options })
  await deps.pages.purge(tx, 'booking')
  if (by !== 'patient')
    await recordAct({ tx, vault: deps.vault }, by, { act: `appointment.${news}`, record: `appointment:${id}`, detail })
}
