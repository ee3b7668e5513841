import type { Tx } from '#app/database/tables.ts'
import type { Actor } from '#app/domain/audit/audit.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { changeAppointment, finishChange, type NotFound } from './appointment-change.server.ts'
import { scheduleReminder } from './appointment-emails.server.ts'
import type { Appointment, AppointmentState } from './appointment.ts'
import { listAppointmentsOfPlan, updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { releaseSlots } from './holds.server.ts'
import { offerFreed } from './waitlist/offers.server.ts'

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
 * again at once, or offered to who waits for it. All days of a plan get the answer. A request whose time has begun can only be declined or get an outcome (attendance.server.ts).
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
    const days = await listRequestedWith(tx, appointment)
    for (const day of days.filter(({ startsAt }) => answer === 'declined' || startsAt > now)) {
      await updateAppointment(tx, day.id, { state, revision: day.revision + 1 })
      const freed = state === 'declined' ? await releaseSlots({ ...deps, tx }, `appointment:${day.id}`) : []
      await offerFreed(deps, tx, freed, { now, emailAt: now + undoOfferMs })
      await finishChange(deps, tx, actor, {
        id: day.id,
        news: answer,
        detail: `requested to ${state}`,
        isEmailed: day.id === id,
        ...(days.length > 1 && { wholePlan: true }),
        now,
        notifyPatientAt: now + undoOfferMs,
      })
      if (answer === 'accepted' && day.id !== id)
        await scheduleReminder(deps, tx, { appointmentId: day.id, startsAt: day.startsAt }, now)
    }
    return { ok: true, revision: appointment.revision + 1 }
  })
}

/** The days of a plan are asked for together, and answered together. */
const listRequestedWith = async (tx: Tx, appointment: Appointment) =>
  appointment.planId === undefined
    ? [appointment]
    : (await listAppointmentsOfPlan(tx, appointment.planId)).filter(({ state }) => state === 'requested')
