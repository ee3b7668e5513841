import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { sendAppointmentEmails } from './appointment-emails.server.ts'
import type { AppointmentState } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import { releaseSlots } from './holds.server.ts'
import type { BookingDeps } from './deps.ts'

export type OutcomeResult =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  /** It is not what it was on the page any more; nothing was changed. */
  | { ok: false; reason: 'changed-meanwhile'; state: AppointmentState }

/**
 * Accepts or declines what a patient asked for. A declined hour is on offer again at once. Once the hour has come, what
 * nobody answered can only be declined, or marked by what became of it.
 */
export async function answerRequest(
  deps: BookingDeps,
  actor: Actor,
  { id, answer, now }: { id: string; answer: 'accepted' | 'declined'; now: number },
): Promise<OutcomeResult | { ok: false; reason: 'not-upcoming' }> {
  const state = answer === 'accepted' ? 'confirmed' : 'declined'
  return deps.database.transaction(async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `appointment:${id}`)
    const appointment = await findAppointment(tx, id)
    if (!appointment) return { ok: false, reason: 'not-found' }
    if (appointment.state === state) return { ok: true }
    if (appointment.state !== 'requested') return { ok: false, reason: 'changed-meanwhile', state: appointment.state }
    if (answer === 'accepted' && appointment.startsAt <= now) return { ok: false, reason: 'not-upcoming' }
    await tx
      .updateTable('appointments')
      .set({ state, revision: appointment.revision + 1 })
      .where('id', '=', id)
      .execute()
    if (state === 'declined') {
      await releaseSlots({ ...deps, tx }, `appointment:${id}`)
      await deps.pages.purge(tx, 'booking')
    }
    await sendAppointmentEmails(deps, tx, id, answer, now, { by: actor })
    const act = { act: `appointment.${answer}`, record: `appointment:${id}`, detail: `requested to ${state}` } as const
    await recordAct({ tx, vault: deps.vault }, actor, act)
    return { ok: true }
  })
}

/** What can become of a visit once its hour has begun, and how it is taken back. */
const outcomes = {
  // Nobody answered, and the patient came all the same, or did not.
  requested: ['completed', 'no-show'],
  confirmed: ['completed', 'no-show'],
  completed: ['no-show', 'confirmed'],
  'no-show': ['completed', 'confirmed'],
} as const satisfies Partial<Record<AppointmentState, readonly AppointmentState[]>>

/** Marks that a patient came, or did not. */
export async function recordOutcome(
  deps: Pick<BookingDeps, 'database' | 'vault'>,
  actor: Actor,
  { id, from, to, now }: { id: string; from: AppointmentState; to: AppointmentState; now: number },
): Promise<OutcomeResult | { ok: false; reason: 'not-yet' }> {
  const next: readonly AppointmentState[] = Object.hasOwn(outcomes, from) ? outcomes[from as keyof typeof outcomes] : []
  return deps.database.transaction(async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `appointment:${id}`)
    const appointment = await findAppointment(tx, id)
    if (!appointment) return { ok: false, reason: 'not-found' }
    if (appointment.state === to) return { ok: true }
    if (appointment.state !== from || !next.includes(to))
      return { ok: false, reason: 'changed-meanwhile', state: appointment.state }
    if (appointment.startsAt > now) return { ok: false, reason: 'not-yet' }
    await tx.updateTable('appointments').set({ state: to }).where('id', '=', id).execute()
    const act = { act: 'appointment.state', record: `appointment:${id}`, detail: `${from} to ${to}` } as const
    await recordAct({ tx, vault: deps.vault }, actor, act)
    return { ok: true }
  })
}
