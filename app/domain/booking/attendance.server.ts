import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import type { AnswerResult } from './answer.server.ts'
import { changeAppointment } from './appointment-change.server.ts'
import type { AppointmentState } from './appointment.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { updateAppointment } from './appointments.server.ts'
import { type StepRejected, whyNoStep } from './attendance.ts'
import type { BookingDeps } from './deps.ts'
import { askFee, withdrawFee } from './fees/fees.server.ts'
import { readUsed } from './money/booking-ledger.server.ts'
import { settleVisit } from './money/settle-visit.server.ts'

/** `withoutFee`: staff do without the fee of a visit that was missed. */
type Step = { id: string; from: AppointmentState; to: AppointmentState; withoutFee?: boolean; now: number }

/** Records that a patient arrived, is in session, came or did not, or takes that back. */
export async function recordAttendance(
  deps: Pick<BookingDeps, 'database' | 'vault' | 'queue' | 'content'>,
  actor: ScopedActor,
  { id, from, to, withoutFee = false, now }: Step,
): Promise<
  { ok: true } | Exclude<AnswerResult, { ok: true }> | { ok: false; reason: Exclude<StepRejected, 'no-step'> }
> {
  return changeAppointment(deps, actor, id, async (tx, appointment) => {
    const { state } = appointment
    if (state === to) return { ok: true }
    const rejected = state === from ? whyNoStep(appointment, to, now) : 'no-step'
    if (rejected === 'no-step') return { ok: false, reason: 'changed-meanwhile', state }
    if (rejected) return { ok: false, reason: rejected }
    await updateAppointment(tx, id, { state: to })
    if (from === 'no-show') await withdrawFee({ ...deps, tx }, id, { now, waits: !actor.mayRefund })
    await settleVisit(tx, deps.content, appointment, { to, withoutFee, now })
    if (to === 'no-show' && !withoutFee) {
      const usedCents = await readUsed(tx, appointment)
      await askFee({ ...deps, tx }, appointment, { chargeAt: now + undoOfferMs, usedCents, now })
    }
    const act = { act: 'appointment.state', record: `appointment:${id}`, detail: `${from} to ${to}` } as const
    await recordAct({ tx, vault: deps.vault }, actor, act)
    return { ok: true }
  })
}
