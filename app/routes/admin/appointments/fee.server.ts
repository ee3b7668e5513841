import type { Appointment } from '#app/domain/booking/appointment.ts'
import { nextSteps } from '#app/domain/booking/attendance.ts'
import { findFee, findKeptCard, foreseeMissedFee } from '#app/domain/booking/fees/fees.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { Services } from '#app/services.server.ts'
import { appointmentFee as words } from '#content/pages/admin-appointments.ts'

/** `ifMissed`: what would be charged. `canWaive`: it was not paid, and is not being charged right now. */
export type FeeView = {
  ifMissed: string | undefined
  says: string | undefined
  canWaive: boolean
  payment: string | undefined
}

/** The fee of a late cancellation or a missed visit; undefined if no card is kept and none was charged. */
export async function loadFee(
  { database: { db } }: Services,
  appointment: Appointment,
  { now, mayOpenPayments }: { now: number; mayOpenPayments: boolean },
): Promise<FeeView | undefined> {
  const card = await findKeptCard(db, appointment)
  const fee = await findFee(db, appointment.id)
  if (!card && !fee) return undefined
  const amount = formatCents((fee ?? { amountCents: card!.mostCents }).amountCents)
  const mayBeMissed = nextSteps(appointment, now).includes('no-show')
  const missedCents = card && mayBeMissed ? await foreseeMissedFee(db, appointment, card) : 0
  return {
    ifMissed: missedCents > 0 ? formatCents(missedCents) : undefined,
    says: fee ? toSentence() : words.kept(amount),
    canWaive: fee?.state === 'declined' || (fee?.state === 'due' && !fee.isTried),
    payment: fee && mayOpenPayments ? `/admin/payments/${fee.paymentId}` : undefined,
  }

  function toSentence() {
    if (fee?.state === 'paid') return words.paid(amount, fee.receiptNumber)
    if (fee?.state === 'refunded') return words.refunded(amount)
    if (fee?.state === 'declined') return words.declined(amount, fee.isByBank, fee.failure)
    return fee?.state === 'due' && !fee.isTried
      ? words.due(amount, formatClinicMoment(fee.chargeAt, clinicTimeZone))
      : words.charging(amount)
  }
}
