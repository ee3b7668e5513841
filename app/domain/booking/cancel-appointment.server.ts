import type { Tx } from '#app/database/tables.ts'
import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import {
  type AppointmentOrPlan,
  type ChangeRejected,
  changeWithPlan,
  finishChanges,
  lockAppointment,
  lockTogether,
  mayChange,
  type NotFound,
} from './appointment-change.server.ts'
import { type Appointment, canChange, canUndoCancellation, isActive } from './appointment.ts'
import { updateAppointment } from './appointments.server.ts'
import { isMovable } from './booking-rules.ts'
import type { BookingDeps, ChangedBy } from './deps.ts'
import { askFee, withdrawFee } from './fees/fees.server.ts'
import { holdsNoTime } from './held-back/held-back.ts'
import { releaseSlots } from './holds.server.ts'
import { keepPaid, refundCanceled, stopRefund } from './money/refund-booking.server.ts'
import { offerFreed } from './waitlist/offers.server.ts'

/** How long a cancellation can be undone. Until then its slots stay reserved. */
export const undoMs = 3 * 60_000

type Cancellation = AppointmentOrPlan & {
  notify?: boolean
  now: number
  limitedAs?: string | undefined
}

/**
 * Cancels an upcoming appointment, or every day of a plan that is ahead, with one email. For three minutes this can be
 * undone, of a plan at any of its days.
 */
export async function cancelAppointment(
  deps: BookingDeps,
  by: ChangedBy,
  { notify = true, now, limitedAs, ...which }: Cancellation,
): Promise<{ ok: true; canceled: number } | ChangeRejected> {
  return deps.database.transaction(async (tx) => {
    const days = (await lockTogether({ ...deps, tx }, which)).filter((day) => mayChange(by, day))
    if (days.length === 0) return { ok: false, reason: 'not-found' }
    const ahead = days.filter((day) => canChange(day, now))
    if (ahead.length === 0) return { ok: false, reason: 'not-upcoming' }
    await cancelDays(deps, tx, by, ahead, { notify, now, limitedAs })
    return { ok: true, canceled: ahead.length }
  })
}

async function cancelDays(
  deps: BookingDeps,
  tx: Tx,
  by: ChangedBy,
  days: readonly Appointment[],
  { notify, now, limitedAs }: { notify: boolean } & Pick<Cancellation, 'now' | 'limitedAs'>,
) {
  const undoUntil = now + undoMs
  const notifyAt = by === 'patient' ? now : notify ? now + undoOfferMs : undefined
  const isLate = (day: Appointment) => by === 'patient' && !isMovable(deps, day, now)
  for (const appointment of days) {
    const { id, state } = appointment
    await updateAppointment(tx, id, {
      state: 'cancelled',
      cancelledFrom: state,
      undoUntil,
      cancelledLate: isLate(appointment) ? 1 : null,
      cancelToldAt: notifyAt ?? null,
      revision: appointment.revision + 1,
    })
    if (isLate(appointment)) await askFee({ ...deps, tx }, appointment, { chargeAt: undoUntil, now })
    await deps.queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: undoUntil })
  }
  const changes = days.map(({ id, state }) => ({ id, detail: `${state} to canceled` }))
  const news = { news: 'cancelled', wholePlan: isTogether(days), now, limitedAs } as const
  await finishChanges(deps, tx, by, changes, { ...news, notifyPatientAt: notifyAt ?? 'never' })
  await refundCanceled({ ...deps, tx }, days, {
    isLate,
    now,
    sendAt: undoUntil,
    waits: mustWait(by),
  })
}

/** Staff who may not refund leave it to a manager. */
const mustWait = (by: ChangedBy) => by !== 'patient' && !by.mayRefund

const isTogether = (days: readonly Appointment[]) => days.length > 1 || undefined

/** Of a day that was canceled together with others of its plan, all of these come back. */
export async function undoCancellation(
  deps: BookingDeps,
  by: ChangedBy,
  { id, now, limitedAs }: { id: string; now: number; limitedAs?: string | undefined },
): Promise<{ ok: true } | NotFound | { ok: false; reason: 'too-late' }> {
  return changeWithPlan(deps, by, id, async (tx, appointment, days) => {
    // Undone already, by an earlier click.
    if (isActive(appointment)) return { ok: true }
    if (!canUndoCancellation(appointment, now)) return { ok: false, reason: 'too-late' }
    // This may have waited for the lock while the refund was sent.
    if (!(await stopRefund(tx, appointment))) return deps.database.refuse(tx, { ok: false, reason: 'too-late' })
    const { undoUntil, cancelToldAt } = appointment
    const wasCanceled = (day: Appointment) => day.state === 'cancelled' && day.undoUntil === undoUntil
    const together = days.filter((day) => wasCanceled(day) && mayChange(by, day))
    // A patient who gets no email about the cancellation gets none about its undo by the clinic.
    const isUnsent = await deleteUnsent({ ...deps, tx }, 'appointment', [together[0]!.id, 'cancelled'])
    const notifies = cancelToldAt !== undefined && (by === 'patient' || !isUnsent)
    const toState = (day: Appointment) => day.cancelledFrom ?? 'confirmed'
    for (const day of together) {
      await updateAppointment(tx, day.id, {
        state: toState(day),
        cancelledFrom: null,
        undoUntil: null,
        cancelledLate: null,
        cancelToldAt: null,
        revision: day.revision + 1,
      })
      await withdrawFee({ ...deps, tx }, day.id, { now, waits: mustWait(by) })
    }
    const changes = together.map((day) => ({ id: day.id, detail: `canceled to ${toState(day)}` }))
    const news = { news: 'restored', wholePlan: isTogether(together), now, limitedAs } as const
    await finishChanges(deps, tx, by, changes, { ...news, notifyPatientAt: notifies ? now : 'never' })
    await keepPaid(tx, together, now)
    return { ok: true }
  })
}

/**
 * Releases the slots of a canceled appointment, or of one whose time staff released, once this can no longer be undone,
 * and offers them to who waits for them. Returns that moment if it lies ahead, because the clock was set back after the job became due.
 */
export async function releaseHour(deps: BookingDeps, id: string, now: number) {
  return deps.database.transaction(async (tx) => {
    // Serializes this with an undo in the last moment.
    const appointment = await lockAppointment({ ...deps, tx }, id)
    if (!appointment?.undoUntil || !(appointment.state === 'cancelled' || holdsNoTime(appointment))) return undefined
    if (appointment.undoUntil > now) return appointment.undoUntil
    await updateAppointment(tx, id, { undoUntil: null })
    const freed = await releaseSlots({ ...deps, tx }, `appointment:${id}`)
    await offerFreed(deps, tx, freed, { now })
    await deps.pages.purge(tx, 'booking')
    return undefined
  })
}
