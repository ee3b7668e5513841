import type { Appointment } from '#app/domain/booking/appointment.ts'
import { awaitsPayment, endedUnpaid } from '#app/domain/booking/money/pay-ahead.ts'
import { findBookingMoney } from '#app/domain/booking/money/pay-booking.server.ts'
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
export async function loadBookingMoney(
  context: RequestContext,
  day: Appointment,
): Promise<BookingMoneyLine | undefined> {
  const { database, clinic } = context.get(servicesContext)
  const money = await findBookingMoney(database.db, day)
  if (!money) return undefined
  const { paid, refundedCents, isCard } = money
  const held = isCard ? bookingCardForStaff : words
  const until = formatClinicMoment(day.payBy ?? 0, clinic.facts(Date.now()).timeZone)
  const isHeld = awaitsPayment(day)
  const says = [
    ...(isHeld ? [held.waiting(until)] : []),
    ...(endedUnpaid(day) ? [held.ended] : []),
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
