import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { WhatIsDue } from '#app/domain/booking/money/what-is-due.server.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { bookingCardForStaff } from '#content/booking-cards.ts'
import { bookingPaymentForStaff as words } from '#content/booking-payments.ts'
import { getStaff } from './admin.server.ts'
import { type RequestContext, servicesContext } from './context.ts'
import { mayOpen } from './rights.server.ts'

/** What staff read of the payment of a booking. `href`: of the payment, for those who may open it. */
export type BookingMoneyLine = { says: string[]; hint?: string; href?: string }

/** Undefined if there is nothing to say of it. */
export function sayAdvance(
  context: RequestContext,
  { payBy = 0 }: Pick<Appointment, 'payBy'>,
  { advance }: WhatIsDue,
): BookingMoneyLine | undefined {
  if (!advance) return undefined
  const { clinic } = context.get(servicesContext)
  const { paid, refundedCents, isCard, status } = advance
  const held = isCard ? bookingCardForStaff : words
  const until = formatClinicMoment(payBy, clinic.facts(Date.now()).timeZone)
  const isHeld = status === 'held'
  const says = [
    ...(isHeld ? [held.waiting(until)] : []),
    ...(status === 'ended' ? [held.ended] : []),
    ...(paid ? [words.paid(formatCents(paid.cents), paid.receiptNumber)] : []),
    ...(refundedCents > 0 ? [words.refunded(formatCents(refundedCents))] : []),
  ]
  if (says.length === 0) return undefined
  const mayOpenPayment = mayOpen(getStaff(context).role, '/admin/payments')
  return {
    says,
    ...(isHeld && { hint: held.waitingHint }),
    ...(paid && mayOpenPayment && { href: `/admin/payments/${paid.id}` }),
  }
}
