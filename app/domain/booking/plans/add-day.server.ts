import type { Tx } from '#app/database/tables.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { updateAppointment } from '#app/domain/booking/appointments.server.ts'
import { unearnVisit } from '#app/domain/booking/money/booking-ledger.server.ts'
import type { Scope } from '#app/domain/shared/scope.ts'
import { findBookedPlan } from './booked-plans.server.ts'
import { isMissed } from './booked-plan.ts'

/** `instead`: the appointment of a day that is canceled or missed, and whose turn it takes. */
export type DayAdded = { planId: string; instead: string | undefined }

/** The plan is gone, or its day was put elsewhere by somebody else. */
export type PlanChanged = { ok: false; reason: 'plan-changed' }

/**
 * The turn of a new day in a plan: that of the one it replaces, which leaves the plan, or after all others. The caller
 * adds the appointment in the same transaction.
 */
export async function makeRoomInPlan(
  { database, tx }: Pick<BookingDeps, 'database'> & { tx: Tx },
  scope: Scope,
  { planId, instead }: DayAdded,
): Promise<{ ok: true; plan: { id: string; day: number } } | PlanChanged> {
  await database.takeAdvisoryLock(tx, `plan:${planId}`)
  const found = await findBookedPlan(tx, scope, planId, Date.now())
  if (!found) return { ok: false, reason: 'plan-changed' }
  if (instead === undefined) {
    const { last } = await tx
      .selectFrom('appointments')
      .select(({ fn }) => fn.max('planDay').as('last'))
      .where('planId', '=', planId)
      .executeTakeFirstOrThrow()
    return { ok: true, plan: { id: planId, day: (last ?? 0) + 1 } }
  }
  const replaced = found.days.find(({ id }) => id === instead)
  if (!replaced || !isMissed(replaced)) return { ok: false, reason: 'plan-changed' }
  // What it used up is for the new day.
  await unearnVisit(tx, replaced, Date.now())
  await updateAppointment(tx, instead, { planId: null, planDay: null })
  return { ok: true, plan: { id: planId, day: replaced.planDay! } }
}
