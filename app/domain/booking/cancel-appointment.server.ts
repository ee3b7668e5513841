import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import {
  changeAppointment,
  type ChangeRejected,
  finishChange,
  isMovable,
  lockAppointment,
  type NotFound,
} from './appointment-change.server.ts'
import { canChange, isActive } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { releaseSlots } from './holds.server.ts'

/** How long a cancellation can be undone. Until then its slots stay reserved. */
export const undoMs = 3 * 60_000

/** Cancels an upcoming appointment. For three minutes this can be undone. */
export async function cancelAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  { id, notify = true, now, limitedAs }: { id: string; notify?: boolean; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | ChangeRejected> {
  return changeAppointment(deps, by, id, async (tx, appointment) => {
    if (!canChange(appointment, now)) return { ok: false, reason: 'not-upcoming' }
    const isLate = by === 'patient' && !isMovable(deps, appointment, now)
    const undoUntil = now + undoMs
    const notifyAt = by === 'patient' ? now : notify ? now + undoOfferMs : undefined
    await updateAppointment(tx, id, {
      state: 'cancelled',
      cancelledFrom: appointment.state,
      undoUntil,
      cancelledLate: isLate ? 1 : null,
      cancelToldAt: notifyAt ?? null,
      revision: appointment.revision + 1,
    })
    await deps.queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: undoUntil })
    const detail = `${appointment.state} to canceled`
    const notifyPatientAt = notifyAt ?? 'never'
    await finishChange(deps, tx, by, { id, news: 'cancelled', detail, now, limitedAs, notifyPatientAt })
    return { ok: true }
  })
}

export async function undoCancellation(
  deps: BookingDeps,
  by: ChangedBy,
  { id, now, limitedAs }: { id: string; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | NotFound | { ok: false; reason: 'too-late' }> {
  return changeAppointment(deps, by, id, async (tx, appointment) => {
    // Undone already, by an earlier click.
    if (isActive(appointment)) return { ok: true }
    if (!appointment.undoUntil || appointment.undoUntil <= now) return { ok: false, reason: 'too-late' }
    const state = appointment.cancelledFrom ?? 'confirmed'
    await updateAppointment(tx, id, {
      state,
      cancelledFrom: null,
      undoUntil: null,
      cancelledLate: null,
      cancelToldAt: null,
      revision: appointment.revision + 1,
    })
    // A patient who gets no email about the cancellation gets none about its undo by the clinic.
    const isUnsent = await deleteUnsent({ ...deps, tx }, 'appointment', [id, 'cancelled'])
    const notifies = appointment.cancelToldAt !== undefined && (by === 'patient' || !isUnsent)
    const detail = `canceled to ${state}`
    const notifyPatientAt = notifies ? now : 'never'
    await finishChange(deps, tx, by, { id, news: 'restored', detail, now, limitedAs, notifyPatientAt })
    return { ok: true }
  })
}

/**
 * Releases the slots of a canceled appointment once the cancellation can no longer be undone. Returns that moment if it
 * lies ahead, because the clock was set back after the job became due.
 */
export async function releaseHour(deps: Pick<BookingDeps, 'database' | 'pages'>, id: string, now: number) {
  return deps.database.transaction(async (tx) => {
    // Serializes this with an undo in the last moment.
    const cancelled = await lockAppointment({ ...deps, tx }, id)
    if (cancelled?.state !== 'cancelled' || !cancelled.undoUntil) return undefined
    if (cancelled.undoUntil > now) return cancelled.undoUntil
    await updateAppointment(tx, id, { undoUntil: null })
    await releaseSlots({ ...deps, tx }, `appointment:${id}`)
    await deps.pages.purge(tx, 'booking')
    return undefined
  })
}
