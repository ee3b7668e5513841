import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { type AnswerResult, type RequestAnswer, toAnsweredState } from './answer.server.ts'
import { changeAppointment } from './appointment-change.server.ts'
import { updateAppointment } from './appointments.server.ts'
import { usedResources } from './choose-time.server.ts'
import type { BookingDeps } from './deps.ts'
import { heldWithin, reserveSlots } from './holds.server.ts'
import { withBuffer } from './open-times.ts'

/** `revision`: of the appointment with the answer. */
type Undo = { id: string; answer: RequestAnswer; revision: number }

/**
 * Makes a request open again, and drops the email about its answer, which waits as long as Undo is offered. Repeating it
 * succeeds and does nothing. 'told': the patient was emailed. 'too-late': the declined time was taken meanwhile.
 */
export async function undoAnswer(
  deps: BookingDeps,
  actor: Actor,
  { id, answer, revision }: Undo,
): Promise<AnswerResult | { ok: false; reason: 'told' | 'too-late' }> {
  return changeAppointment(deps, actor, id, async (tx, appointment) => {
    const { state } = appointment
    if (state === 'requested') return { ok: true, revision: appointment.revision }
    if (state !== toAnsweredState(answer) || appointment.revision !== revision)
      return { ok: false, reason: 'changed-meanwhile', state }
    const time = withBuffer(appointment, deps.booking)
    const resources = usedResources(appointment)
    const isTimeGone = answer === 'declined' && (await heldWithin(tx, resources, time)).length > 0
    if (isTimeGone) return { ok: false, reason: 'too-late' }
    // Last of the checks, since it deletes.
    const isUntold = appointment.email === '' || (await deleteUnsent({ ...deps, tx }, 'appointment', [id, answer]))
    if (!isUntold) return { ok: false, reason: 'told' }
    if (answer === 'declined') await reserveSlots(tx, `appointment:${id}`, resources, time)
    await updateAppointment(tx, id, { state: 'requested', revision: revision + 1 })
    await deps.pages.purge(tx, 'booking')
    const act = {
      act: 'appointment.answer-undone',
      record: `appointment:${id}`,
      detail: `${state} to requested`,
    } as const
    await recordAct({ tx, vault: deps.vault }, actor, act)
    return { ok: true, revision: revision + 1 }
  })
}
