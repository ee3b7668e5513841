import type { WhatIsDue } from '#app/domain/booking/money/what-is-due.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { appointmentFee as words } from '#content/pages/admin-appointments.ts'

/** `ifMissed`: what would be charged. `canWaive`: it was not paid, and is not being charged right now. */
export type FeeView = {
  ifMissed: string | undefined
  says: string | undefined
  canWaive: boolean
  payment: string | undefined
}

/** The fee of a late cancellation or a missed visit; undefined if no card is kept and none was charged. */
export function viewFee({ card, fee, missedCents }: WhatIsDue, mayOpenPayments: boolean): FeeView | undefined {
  if (!card && !fee) return undefined
  const amount = formatCents((fee ?? { amountCents: card!.mostCents }).amountCents)
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
