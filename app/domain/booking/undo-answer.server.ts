import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { type AnswerResult, type RequestAnswer, toAnsweredState } from './answer.server.ts'
import { changeWithPlan } from './appointment-change.server.ts'
import type { Appointment } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import { usedResources } from './choose-time.server.ts'
import type { BookingDeps } from './deps.ts'
import { heldWithin, releaseSlots, reserveSlots } from './holds.server.ts'
import { withBuffer } from './open-times.ts'
import { keepPaid } from './money/refund-booking.server.ts'
import { withdrawUntold } from './waitlist/offers.server.ts'

/** `revision`: of the appointment with the answer. */
type Undo = { id: string; answer: RequestAnswer; revision: number }

/**
 * Makes a request, or all days of a plan, open again, and drops the email about its answer, which waits as long as Undo is offered. Repeating it
 * succeeds and does nothing. 'told': the patient was emailed. 'too-late': the declined time was taken meanwhile.
 */
export async function undoAnswer(
  deps: BookingDeps,
  actor: ScopedActor,
  { id, answer, revision }: Undo,
): Promise<AnswerResult | { ok: false; reason: 'told' | 'too-late' }> {
  return changeWithPlan(deps, actor, id, async (tx, appointment, days) => {
    const { state } = appointment
    if (state === 'requested') return { ok: true, revision: appointment.revision }
    if (state !== toAnsweredState(answer) || appointment.revision !== revision)
      return { ok: false, reason: 'changed-meanwhile', state }
    const answered = days.filter((day) => day.state === state)
    const toTime = (day: Appointment) => withBuffer(day, deps.booking)
    const refuse = (reason: 'told' | 'too-late') => deps.database.refuse(tx, { ok: false, reason })
    for (const day of answer === 'declined' ? answered.filter(({ heldBack }) => !heldBack) : []) {
      await withdrawUntold(deps, tx, usedResources(day), toTime(day), actor)
      if ((await heldWithin(tx, usedResources(day), toTime(day))).length > 0) return refuse('too-late')
    }
    const isUntold = appointment.email === '' || (await deleteUnsent({ ...deps, tx }, 'appointment', [id, answer]))
    if (!isUntold) return refuse('told')
    for (const day of answered) {
      const holder = `appointment:${day.id}` as const
      if (day.heldBack) await releaseSlots({ ...deps, tx }, holder)
      else if (answer === 'declined') await reserveSlots(tx, holder, usedResources(day), toTime(day))
      await updateAppointment(tx, day.id, { state: 'requested', revision: day.revision + 1 })
      const act = {
        act: 'appointment.answer-undone',
        record: `appointment:${day.id}`,
        detail: `${state} to requested`,
      } as const
      await recordAct({ tx, vault: deps.vault }, actor, act)
    }
    if (answer === 'declined') await keepPaid(tx, answered, Date.now())
    await deps.pages.purge(tx, 'booking')
    return { ok: true, revision: revision + 1 }
  })
}
