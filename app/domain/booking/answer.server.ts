import type { Actor } from '#app/domain/audit/audit.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { changeAppointment, finishChange, type NotFound } from './appointment-change.server.ts'
import type { AppointmentState } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { releaseSlots } from './holds.server.ts'

export type RequestAnswer = 'accepted' | 'declined'

export const toAnsweredState = (answer: RequestAnswer) => (answer === 'accepted' ? 'confirmed' : 'declined')

export type AnswerResult =
  /** The appointment's revision now. */
  | { ok: true; revision: number }
  | NotFound
  /** The page showed an older state; nothing was changed. */
  | { ok: false; reason: 'changed-meanwhile'; state: AppointmentState }

/**
 * Accepts or declines a patient's request; the email waits until this can no longer be undone. A declined time is free
 * again at once. A request whose time has begun can only be declined or get an outcome (attendance.server.ts).
 */
export async function answerRequest(
  deps: BookingDeps,
  actor: Actor,
  { id, answer, now }: { id: string; answer: RequestAnswer; now: number },
): Promise<AnswerResult | { ok: false; reason: 'not-upcoming' }> {
  const state = toAnsweredState(answer)
  return changeAppointment(deps, actor, id, async (tx, appointment) => {
    if (appointment.state === state) return { ok: true, revision: appointment.revision }
    if (appointment.state !== 'requested') return { ok: false, reason: 'changed-meanwhile', state: appointment.state }
    if (answer === 'accepted' && appointment.startsAt <= now) return { ok: false, reason: 'not-upcoming' }
    const revision = appointment.revision + 1
    await updateAppointment(tx, id, { state, revision })
    if (state === 'declined') await releaseSlots({ ...deps, tx }, `appointment:${id}`)
    const detail = `requested to ${state}`
    await finishChange(deps, tx, actor, { id, news: answer, detail, now, notifyPatientAt: now + undoOfferMs })
    return { ok: true, revision }
  })
}
