import type { Tx } from '#app/database/tables.ts'
import { recordAct } from '#app/domain/audit/audit.server.ts'
import { isInScope } from '#app/domain/shared/scope.ts'
import { type EmailOptions, sendAppointmentEmails } from './appointment-emails.server.ts'
import type { Appointment } from './appointment.ts'
import { findAppointment, listAppointmentsOfPlan } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'

// What all changes of an appointment have in common.

export type NotFound = { ok: false; reason: 'not-found' }

/** 'too-late': its patient can no longer move it online. */
export type ChangeRejected = NotFound | { ok: false; reason: 'not-upcoming' | 'too-late' }

/** The appointment, locked until the transaction ends. */
export async function lockAppointment({ database, tx }: { database: Locks; tx: Tx }, id: string) {
  await database.takeAdvisoryLock(tx, `appointment:${id}`)
  return findAppointment(tx, id)
}

type Locks = Pick<BookingDeps['database'], 'takeAdvisoryLock'>

/** Runs a change in a transaction that locks the appointment, if it is in scope of who makes it. */
export const changeAppointment = <Result>(
  { database }: Pick<BookingDeps, 'database'>,
  by: ChangedBy,
  id: string,
  change: (tx: Tx, appointment: Appointment) => Promise<Result>,
): Promise<Result | NotFound> =>
  database.transaction(async (tx) => {
    const appointment = await lockAppointment({ database, tx }, id)
    if (!appointment || !mayChange(by, appointment)) return { ok: false, reason: 'not-found' }
    return change(tx, appointment)
  })

/** The same for a change that also concerns the other days of its plan, in scope or not. `days`: all of them. */
export const changeWithPlan = <Result>(
  { database }: Pick<BookingDeps, 'database'>,
  by: ChangedBy,
  id: string,
  change: (tx: Tx, appointment: Appointment, days: readonly Appointment[]) => Promise<Result>,
): Promise<Result | NotFound> =>
  database.transaction(async (tx) => {
    const days = await lockTogether({ database, tx }, (await findAppointment(tx, id)) ?? { id })
    const appointment = days.find((day) => day.id === id)
    if (!appointment || !mayChange(by, appointment)) return { ok: false, reason: 'not-found' }
    return change(tx, appointment, days)
  })

/** An appointment, or all days of its plan; see `lockDays`. */
export async function lockTogether(deps: { database: Locks; tx: Tx }, { id, planId }: AppointmentOrPlan) {
  const ids = planId === undefined ? [id!] : (await listAppointmentsOfPlan(deps.tx, planId)).map((day) => day.id)
  return lockDays(deps, ids)
}

/** With `planId`, all days of the plan. */
export type AppointmentOrPlan = { id: string; planId?: string | undefined } | { id?: undefined; planId: string }

/** Days of a plan as they are now, by time; locked in the order of their ids, so that two changes do not deadlock. */
export async function lockDays({ database, tx }: { database: Locks; tx: Tx }, ids: readonly string[]) {
  const locked: Appointment[] = []
  for (const id of ids.toSorted()) {
    const day = await lockAppointment({ database, tx }, id)
    if (day) locked.push(day)
  }
  return locked.toSorted((a, b) => a.startsAt - b.startsAt)
}

export const mayChange = (by: ChangedBy, appointment: Appointment) =>
  isInScope(by === 'patient' ? 'everything' : by.scope, appointment)

type Change = Omit<EmailOptions, 'by'> & {
  id: string
  news: 'booked' | 'accepted' | 'declined' | 'moved' | 'cancelled' | 'restored' | 'released'
  /** For the audit trail. */
  detail?: string | undefined
  now: number
}

/** Sends the emails of a change, purges pages and records an act of the clinic. */
export async function finishChange(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  { id, news, detail, isEmailed = true, now, ...options }: Change,
) {
  // Each day of a plan has its own reminder.
  if (isEmailed || options.wholePlan)
    await sendAppointmentEmails(deps, tx, id, news, now, { by, isEmailed, ...options })
  await deps.pages.purge(tx, 'booking')
  if (by !== 'patient')
    await recordAct({ tx, vault: deps.vault }, by, { act: `appointment.${news}`, record: `appointment:${id}`, detail })
}

/** The same of what changes together: the first has the email about all. */
export async function finishChanges(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  days: readonly Pick<Change, 'id' | 'detail'>[],
  { isEmailed = true, ...change }: Omit<Change, 'id' | 'detail'>,
) {
  for (const [index, { id, detail }] of days.entries())
    await finishChange(deps, tx, by, { ...change, id, detail, isEmailed: isEmailed && index === 0 })
}
