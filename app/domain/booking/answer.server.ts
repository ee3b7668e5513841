import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { changeWithPlan, finishChange, type NotFound } from './appointment-change.server.ts'
import type { AppointmentState } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import type { BookingDeps } from './deps.ts'
import { awaitsPayment } from './money/pay-ahead.ts'
import { refundCanceled } from './money/refund-booking.server.ts'
import { withoutNotice } from './booking-rules.ts'
import { holdsNoTime } from './held-back/held-back.ts'
import { takeWishedTimes } from './held-back/take-time.server.ts'
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
 * again at once, or offered to who waits for it. All days of a plan get the answer. One
 * without a time takes it now, if it is free. A request whose time has begun can only be declined or get an outcome (attendance.server.ts).
 */
export async function answerRequest(
  deps: BookingDeps,
  actor: ScopedActor,
  { id, answer, now }: { id: string; answer: RequestAnswer; now: number },
): Promise<AnswerResult | { ok: false; reason: 'not-upcoming' | 'time-taken' }> {
  const state = toAnsweredState(answer)
  return changeWithPlan(deps, actor, id, async (tx, appointment, ofPlan) => {
    if (appointment.state === state) return { ok: true, revision: appointment.revision }
    if (appointment.state !== 'requested') return { ok: false, reason: 'changed-meanwhile', state: appointment.state }
    if (answer === 'accepted' && appointment.startsAt <= now) return { ok: false, reason: 'not-upcoming' }
    const days = ofPlan.filter((day) => day.state === 'requested')
    const answered = days.filter(({ startsAt }) => answer === 'declined' || startsAt > now)
    const waiting = answer === 'accepted' ? answered.filter(holdsNoTime) : []
    if (!(await takeWishedTimes(withoutNotice(deps), tx, waiting, now))) return { ok: false, reason: 'time-taken' }
    for (const day of answered) {
      const { heldBack = null, revision } = day
      await updateAppointment(tx, day.id, { state, heldBack, network: null, undoUntil: null, revision: revision + 1 })
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
    }
    // Accepted without the payment, it can't be paid any more.
    if (answer === 'declined' || days.some(awaitsPayment))
      await refundCanceled({ ...deps, tx }, days, { now, sendAt: now + undoOfferMs, waits: !actor.mayRefund })
    return { ok: true, revision: appointment.revision + 1 }
  })
}
