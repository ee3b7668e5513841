import type { Actor } from '#app/domain/audit/audit.server.ts'
import { changeAppointment, finishChange, type NotFound } from './appointment-change.server.ts'
import type { AppointmentState } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { releaseSlots } from './holds.server.ts'

export type AnswerResult =
  | { ok: true }
  | NotFound
  /** The page showed an older state; nothing was changed. */
  | { ok: false; reason: 'changed-meanwhile'; state: AppointmentState }

/**
 * Accepts or declines a patient's request. A declined time is free again at once. A request whose time has begun can
 * only be declined or get an outcome (attendance.server.ts).
 */
export async function answerRequest(
  deps: BookingDeps,
  actor: Actor,
  { id, answer, now }: { id: string; answer: 'accepted' | 'declined'; now: number },
): Promise<AnswerResult | { ok: false; reason: 'not-upcoming' }> {
  const state = answer === 'accepted' ? 'confirmed' : 'declined'
  return changeAppointment(deps, id, async (tx, appointment) => {
    if (appointment.state === state) return { ok: true }
    if (appointment.state !== 'requested') return { ok: false, reason: 'changed-meanwhile', state: appointment.state }
    if (answer === 'accepted' && appointment.startsAt <= now) return { ok: false, reason: 'not-upcoming' }
    await updateAppointment(tx, id, { state, revision: appointment.revision + 1 })
    if (state === 'declined') await releaseSlots({ ...deps, tx }, `appointment:${id}`)
    await finishChange(deps, tx, actor, { id, news: answer, detail: `requested to ${state}`, now })
    return { ok: true }
  })
}
