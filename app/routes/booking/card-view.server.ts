import { type Appointment, canChange, isActive } from '#app/domain/booking/appointment.ts'
import { bookingRules, isMovable } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Fee, owesFee } from '#app/domain/booking/fees/fee.ts'
import { findFee, findKeptCard } from '#app/domain/booking/fees/fees.server.ts'
import { findCheckoutOfFee } from '#app/domain/booking/fees/pay-fee.server.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import { awaitsPayment, endedUnpaid } from '#app/domain/booking/money/pay-ahead.ts'
import type { BookingMoney } from '#app/domain/booking/money/pay-booking.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { bookingCard as words } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import type { BookingPaymentView } from './parts/appointment-page.tsx'
import type { PaymentViewOptions } from './payment-view.server.ts'

/** What the page of an appointment says of the card that is kept for it, and of the fee that was charged. */
export async function viewCard(
  deps: BookingDeps,
  appointment: Appointment,
  days: readonly Appointment[],
  { cancelFee, isOpen }: BookingMoney,
  { path, problem, now }: PaymentViewOptions,
): Promise<BookingPaymentView> {
  const { db } = deps.database
  const card = await findKeptCard(db, appointment)
  const fee = await findFee(db, appointment.id)
  const isHeld = awaitsPayment(appointment)
  const takesCard = deps.payments !== undefined && isHeld && appointment.payBy! > now
  const takesFee = deps.payments !== undefined && fee?.state === 'declined' && owesFee(appointment)
  const isFeeOpen = takesFee && (await findCheckoutOfFee(db, appointment.id)) !== undefined
  const until = formatTimeOfDay(appointment.payBy ?? 0, deps.clinic.facts(now).timeZone)
  const agreed = { fee: formatCents(card?.mostCents ?? cancelFee), isPlan: appointment.planId !== undefined }
  const rules = bookingRules(deps.booking, appointment.serviceId).change
  return {
    labels: { heading: words.heading, ...(!takesFee && { button: words.button }) },
    ...(isHeld && { status: { kind: 'held', text: words.held(until) } as const }),
    ...(endedUnpaid(appointment) && { status: { kind: 'ended', text: words.ended } as const }),
    ...(problem && { error: problem === 'unavailable' ? bookingPayment.unavailable : bookingPayment.notPayable }),
    says: [
      ...(takesCard ? [words.due.text(agreed, rules), words.after] : []),
      ...(takesCard && isOpen ? [words.open] : []),
      ...(card && isActive(appointment) ? [words.kept(agreed, rules)] : []),
      ...(fee ? [sayFee(fee)] : []),
      ...(isFeeOpen ? [bookingPayment.open] : []),
    ],
    ...(fee?.state === 'paid' && { receipt: `${path}/receipt` }),
    ...((takesCard || takesFee) && { action: `${path}/pay` }),
    ifCanceled: card ? sayIfCanceled(deps, appointment, days, { feeCents: card.mostCents, now }) : {},
  }
}

function sayFee(fee: Fee) {
  const amount = formatCents(fee.amountCents)
  if (fee.state === 'declined') return words.fee.declined(amount, fee.isByBank)
  return fee.state === 'paid' ? words.fee.paid(amount, fee.receiptNumber) : words.fee[fee.state](amount)
}

function sayIfCanceled(
  deps: BookingDeps,
  appointment: Appointment,
  days: readonly Appointment[],
  { feeCents, now }: { feeCents: number; now: number },
) {
  const isLate = (day: Appointment) => !isMovable(deps, day, now)
  const { free, late, planFree, planLate } = words.ifCanceled
  const ahead = days.filter((day) => canChange(day, now))
  const lateDays = ahead.filter(isLate).length
  return {
    this: isLate(appointment) ? late(formatCents(feeCents)) : free,
    ...(ahead.length > 1 && { plan: lateDays > 0 ? planLate(formatCents(lateDays * feeCents)) : planFree }),
  }
}
