import { deleteUnsentCancellation } from '#app/domain/outbox/emails.server.ts'
import { findUpcoming, finishChange, type ChangeRejected, rulesFor } from './appointment-change.server.ts'
import { isActive, isBeforeCutOff } from './appointment.ts'
import { findAppointment } from './appointments.server.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { releaseSlots } from './holds.server.ts'

/** How long a cancellation can be undone; its time is offered to nobody meanwhile. */
export const undoMs = 3 * 60_000

/** The patient is emailed so long after the clinic canceled, so that a slip can be undone unseen. */
const notifyDelayMs = 10_000

/** Cancels an upcoming appointment; by its patient too until it begins. For three minutes it can be undone. */
export async function cancelAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  { id, tell = true, now, limitedAs }: { id: string; tell?: boolean; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | ChangeRejected> {
  return deps.database.transaction(async (tx) => {
    const found = await findUpcoming(deps, tx, id, now)
    if (!found.ok) return found
    const isLate = by === 'patient' && !isBeforeCutOff(found.appointment, rulesFor(deps, found.appointment, now), now)
    const undoUntil = now + undoMs
    const tellAt = by === 'patient' ? now : tell ? now + notifyDelayMs : undefined
    await tx
      .updateTable('appointments')
      .set({
        state: 'cancelled',
        cancelledFrom: found.appointment.state,
        undoUntil,
        cancelledLate: isLate ? 1 : null,
        cancelToldAt: tellAt ?? null,
        revision: found.appointment.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await deps.queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: undoUntil })
    const detail = `${found.appointment.state} to canceled`
    await finishChange(deps, tx, by, { id, news: 'cancelled', detail }, now, {
      limitedAs,
      tellPatientAt: tellAt ?? 'never',
    })
    return { ok: true }
  })
}

/** Undoes a cancellation while its time is still held. */
export async function undoCancellation(
  deps: BookingDeps,
  by: ChangedBy,
  { id, now, limitedAs }: { id: string; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' | 'too-late' }> {
  return deps.database.transaction(async (tx) => {
    await deps.database.takeAdvisoryLock(tx, `appointment:${id}`)
    const appointment = await findAppointment(tx, id)
    if (!appointment) return { ok: false, reason: 'not-found' }
    // A second press of the same button.
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
    // Who was not told of the cancellation is not told that it was undone either.
    const wasTold = appointment.cancelToldAt !== undefined && appointment.cancelToldAt <= now
    if (!wasTold) await deleteUnsentCancellation(tx, id)
    const detail = `canceled to ${state}`
    await finishChange(deps, tx, by, { id, news: 'restored', detail }, now, {
      limitedAs,
      tellPatientAt: wasTold ? now : 'never',
    })
    return { ok: true }
  })
}

/**
 * Offers the time of a canceled appointment again, once the cancellation can no longer be undone. Answers when that is,
 * in epoch milliseconds, if it is still to come: the clock may have been set back since the job was due.
 */
export async function releaseHour(deps: Pick<BookingDeps, 'database' | 'pages'>, id: string, now: number) {
  return deps.database.transaction(async (tx) => {
    // An undo in the last moment either comes before this, or finds the time gone.
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
