import { deleteUnsentCancellation } from '#app/domain/outbox/emails.server.ts'
import { findUpcoming, finishChange, type ChangeRejected, isMovable } from './appointment-change.server.ts'
import { isActive } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { releaseSlots } from './holds.server.ts'

/** How long a cancellation can be undone. Until then its slots stay reserved. */
export const undoMs = 3 * 60_000

/** Delays the email about a cancellation by the clinic, so that one made by mistake can be undone without an email. */
const notifyDelayMs = 10_000

/** Cancels an upcoming appointment. For three minutes this can be undone. */
export async function cancelAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  { id, notify = true, now, limitedAs }: { id: string; notify?: boolean; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | ChangeRejected> {
  return deps.database.transaction(async (tx) => {
    const found = await findUpcoming(deps, tx, id, now)
    if (!found.ok) return found
    const isLate = by === 'patient' && !isMovable(deps, found.appointment, now)
    const undoUntil = now + undoMs
    const notifyAt = by === 'patient' ? now : notify ? now + notifyDelayMs : undefined
    await tx
      .updateTable('appointments')
      .set({
        state: 'cancelled',
        cancelledFrom: found.appointment.state,
        undoUntil,
        cancelledLate: isLate ? 1 : null,
        cancelToldAt: notifyAt ?? null,
        revision: found.appointment.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await deps.queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: undoUntil })
    const detail = `${found.appointment.state} to canceled`
    await finishChange(deps, tx, by, { id, news: 'cancelled', detail }, now, {
      limitedAs,
      notifyPatientAt: notifyAt ?? 'never',
    })
    return { ok: true }
  })
}

export async function undoCancellation(
  deps: BookingDeps,
  by: ChangedBy,
  { id, now, limitedAs }: { id: string; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'too-late' }> {
  return deps.database.transaction(async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `appointment:${id}`)
    const appointment = await findAppointment(tx, id)
    if (!appointment) return { ok: false, reason: 'not-found' }
    // Undone already, by an earlier click.
    if (isActive(appointment)) return { ok: true }
    if (!appointment.undoUntil || appointment.undoUntil <= now) return { ok: false, reason: 'too-late' }
    const state = appointment.cancelledFrom ?? 'confirmed'
    await tx
      .updateTable('appointments')
      .set({
        state,
        cancelledFrom: null,
        undoUntil: null,
        cancelledLate: null,
        cancelToldAt: null,
        revision: appointment.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    // A patient who got no email about the cancellation gets none about the undo.
    const wasNotified = appointment.cancelToldAt !== undefined && appointment.cancelToldAt <= now
    if (!wasNotified) await deleteUnsentCancellation(tx, id)
    const detail = `canceled to ${state}`
    await finishChange(deps, tx, by, { id, news: 'restored', detail }, now, {
      limitedAs,
      notifyPatientAt: wasNotified ? now : 'never',
    })
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
    await deps.database.takeAdvisoryLock(tx, `appointment:${id}`)
    const cancelled = await tx
      .selectFrom('appointments')
      .select('undoUntil')
      .where('id', '=', id)
      .where('state', '=', 'cancelled')
      .executeTakeFirst()
    if (!cancelled?.undoUntil) return undefined
    if (cancelled.undoUntil > now) return cancelled.undoUntil
    await tx.updateTable('appointments').set({ undoUntil: null }).where('id', '=', id).execute()
    await releaseSlots({ ...deps, tx }, `appointment:${id}`)
    await deps.pages.purge(tx, 'booking')
    return undefined
  })
}
