import type { Tx } from '#app/database/tables.ts'
import { finishChanges } from '#app/domain/booking/appointment-change.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { updateAppointment } from '#app/domain/booking/appointments.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Due, findDue, toPayable, toTerms } from '#app/domain/booking/money/pay-ahead.ts'
import { askForPayment } from '#app/domain/booking/money/payment-emails.server.ts'
import { listPaidTogether } from '#app/domain/booking/money/terms.server.ts'
import { needsConfirmation } from '#app/domain/booking/needs-confirmation.server.ts'
import { findPlan } from '#app/domain/booking/plans/plans.server.ts'
import { findHoldBackOfAddress } from './gate.server.ts'
import { holdsNoTime } from './held-back.ts'
import { takeWishedTimes } from './take-time.server.ts'

type AdmitOptions = { isLimited: boolean; now: number }

/**
 * A booking whose email is confirmed now, alone or with the other days of its plan. Without a time it goes through the
 * gate again, and takes its time if that is still free; from then on it is as if it had just been booked. Otherwise it
 * stays a request, which can be moved to another time.
 */
export async function proveAddress(
  deps: BookingDeps,
  tx: Tx,
  appointment: Pick<Appointment, 'id' | 'planId' | 'email'>,
  { isLimited, now }: AdmitOptions,
) {
  const days = (await listPaidTogether(tx, appointment)).filter(({ email }) => email === appointment.email)
  for (const { id } of days) await updateAppointment(tx, id, { addressProved: 1 })
  await admit(deps, tx, days, { isLimited, now })
}

/** Of an address that is confirmed. */
export async function admit(deps: BookingDeps, tx: Tx, days: readonly Appointment[], { isLimited, now }: AdmitOptions) {
  for (const { id } of days) await updateAppointment(tx, id, { network: null })
  const waiting = days.filter(holdsNoTime)
  const [first] = waiting
  if (!first) return
  const heldBack = isLimited ? await findHoldBackOfAddress(deps, tx, first.email, now) : undefined
  const isFree = heldBack === undefined && (await takeWishedTimes(deps, tx, waiting, now))
  if (!isFree) {
    for (const { id } of heldBack ? waiting : []) await updateAppointment(tx, id, { heldBack })
    return
  }
  const wish = { serviceIds: waiting.map(({ serviceId }) => serviceId), patient: first, now }
  const state = (await needsConfirmation(deps, tx, { ...wish, besides: first })) ? 'requested' : 'confirmed'
  const due = await findDueOf(deps, tx, first)
  if (due && first.planId !== undefined)
    await tx.updateTable('plans').set(toTerms(due)).where('id', '=', first.planId).execute()
  for (const { id } of waiting)
    await updateAppointment(tx, id, {
      ...{ state: due ? 'requested' : state, heldBack: null, undoUntil: null },
      ...(due && { ...toPayable(state, now), ...(first.planId === undefined && toTerms(due)) }),
    })
  if (due) return askForPayment(deps, tx, first, undefined)
  const wholePlan = first.planId !== undefined || undefined
  return finishChanges(deps, tx, 'patient', waiting, { news: 'booked', wholePlan, now })
}

/** What is paid for it now: while it held no time, nothing was. */
async function findDueOf(deps: BookingDeps, tx: Tx, { serviceId, planId }: Appointment): Promise<Due | undefined> {
  const plan = planId === undefined ? undefined : await findPlan(tx, planId)
  return findDue(deps, { serviceId, templateId: plan?.templateId })
}
