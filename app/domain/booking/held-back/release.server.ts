import type { Tx } from '#app/database/tables.ts'
import type { ScopedActor } from '#app/domain/audit/audit.server.ts'
import { finishChange, lockDays, mayChange } from '#app/domain/booking/appointment-change.server.ts'
import { type Appointment, canChange } from '#app/domain/booking/appointment.ts'
import { updateAppointment } from '#app/domain/booking/appointments.server.ts'
import { undoMs } from '#app/domain/booking/cancel-appointment.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { deleteUnsent } from '#app/domain/outbox/emails.server.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import { holdsNoTime } from './held-back.ts'

/** Booked online, upcoming and unpaid, with a time that nobody confirmed: neither its email nor staff. */
const isReleasable = (appointment: Appointment, now: number) =>
  appointment.isUnconfirmed &&
  canChange(appointment, now) &&
  !holdsNoTime(appointment) &&
  appointment.payBy === undefined &&
  appointment.paidWith === undefined

/**
 * Takes the time from bookings that a flood may have made: they become requests without one, and their patients are
 * asked to confirm their email. Others among the chosen stay as they are, since they may have been confirmed meanwhile.
 * The slots stay reserved until this can no longer be undone. `until`: names what was released together.
 */
export async function releaseTimes(
  deps: BookingDeps,
  actor: ScopedActor,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<{ released: number; until: number }> {
  const until = now + undoMs
  const released = await deps.database.transaction(async (tx) => {
    const chosen = await lockDays({ ...deps, tx }, ids)
    const days = chosen.filter((day) => mayChange(actor, day) && isReleasable(day, now))
    for (const day of days) await releaseTime(deps, tx, actor, day, { until, now })
    return days.length
  })
  return { released, until }
}

async function releaseTime(
  deps: BookingDeps,
  tx: Tx,
  actor: ScopedActor,
  { id, state, revision }: Appointment,
  { until, now }: { until: number; now: number },
) {
  await updateAppointment(tx, id, {
    ...{ state: 'requested', heldBack: 'released', cancelledFrom: state },
    ...{ undoUntil: until, revision: revision + 1 },
  })
  await deps.queue.enqueue(tx, 'release-hour', { appointmentId: id }, { runAt: until })
  const detail = `${state} to requested`
  await finishChange(deps, tx, actor, { id, news: 'released', detail, now, notifyPatientAt: now + undoOfferMs })
}

/** What was released together has its times again; who was emailed about it is emailed about this too. */
export async function undoRelease(
  deps: BookingDeps,
  actor: ScopedActor,
  { until, now }: { until: number; now: number },
): Promise<{ restored: number }> {
  if (until <= now) return { restored: 0 }
  const restored = await deps.database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('appointments')
      .select('id')
      .where('undoUntil', '=', until)
      .where('heldBack', '=', 'released')
      .execute()
    const days = await lockDays(
      { ...deps, tx },
      rows.map(({ id }) => id),
    )
    const together = days.filter((day) => day.undoUntil === until && holdsNoTime(day) && mayChange(actor, day))
    for (const { id, cancelledFrom: state = 'confirmed', revision } of together) {
      const isUntold = await deleteUnsent({ ...deps, tx }, 'appointment', [id, 'released'])
      await updateAppointment(tx, id, {
        ...{ state, heldBack: null, cancelledFrom: null },
        ...{ undoUntil: null, revision: revision + 1 },
      })
      const notifyPatientAt = isUntold ? 'never' : now
      const detail = `requested to ${state}`
      await finishChange(deps, tx, actor, { id, news: 'restored', detail, now, notifyPatientAt })
    }
    return together.length
  })
  return { restored }
}
