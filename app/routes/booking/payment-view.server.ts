import { type Appointment, canChange, isActive } from '#app/domain/booking/appointment.ts'
import { bookingRules } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import type { Fee } from '#app/domain/booking/fees/fee.ts'
import { findCheckoutOfFee } from '#app/domain/booking/fees/pay-fee.server.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import {
  type Foreseen,
  foreseeCancellation,
  type WhatIsDue,
  whatIsDue,
} from '#app/domain/booking/money/what-is-due.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { PaymentProblem } from '#app/http/pay-online.server.ts'
import { bookingCard } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import type { BookingPaymentView } from './parts/appointment-page.tsx'

type PaymentViewOptions = {
  path: string
  problem: PaymentProblem | undefined
  now: number
}

/** What the page of an appointment says of its payment, or of its card and fee; undefined if it never had to have one. */
export async function viewPayment(
  deps: BookingDeps,
  appointment: Appointment,
  days: readonly Appointment[],
  { path, problem, now }: PaymentViewOptions,
): Promise<BookingPaymentView | undefined> {
  const due = await whatIsDue(deps, appointment, now)
  const { advance, card, fee, isFeePayable } = due
  if (!advance) return undefined
  const { isCard, isPayable, status, paid, paidWith } = advance
  const words = isCard ? bookingCard : bookingPayment
  const until = formatTimeOfDay(appointment.payBy ?? 0, deps.clinic.facts(now).timeZone)
  const rules = bookingRules(deps.booking, appointment.serviceId).change
  const agreed = { fee: formatCents(card?.mostCents ?? advance.cents), isPlan: appointment.planId !== undefined }
  const toPay = isCard ? bookingCard.due.text(agreed, rules) : bookingPayment.toPay(formatCents(advance.cents))
  const isFeeOpen = isFeePayable && (await findCheckoutOfFee(deps.database.db, appointment.id)) !== undefined
  return {
    ...(isCard
      ? { labels: { heading: bookingCard.heading, ...(!isFeePayable && { button: bookingCard.button }) } }
      : { paysPrice: true }),
    ...(status && { status: { kind: status, text: status === 'held' ? words.held(until) : words.ended } }),
    ...(problem && { error: problem === 'unavailable' ? bookingPayment.unavailable : bookingPayment.notPayable }),
    says: [
      ...(isPayable ? [toPay, words.after] : []),
      ...(isPayable && advance.isOpen ? [words.open] : []),
      ...(card && isActive(appointment) ? [bookingCard.kept(agreed, rules)] : []),
      ...(fee ? [sayFee(fee)] : []),
      ...(isFeeOpen ? [bookingPayment.open] : []),
      ...(paid ? [bookingPayment.paid(formatCents(paid.cents), paid.receiptNumber)] : []),
      ...sayRefunds(advance),
    ],
    ...((paid || fee?.state === 'paid') && { receipt: `${path}/receipt` }),
    ...((isPayable || isFeePayable) && { action: `${path}/pay` }),
    ifCanceled: card || paidWith !== undefined ? await sayIfCanceled(deps, due, appointment, days, now) : {},
    ...(paidWith !== undefined && {
      stays: appointment.cancelledLate ? bookingPayment.staysLate : bookingPayment.stays,
    }),
  }
}

function sayFee(fee: Fee) {
  const amount = formatCents(fee.amountCents)
  if (fee.state === 'declined') return bookingCard.fee.declined(amount, fee.isByBank)
  return fee.state === 'paid' ? bookingCard.fee.paid(amount, fee.receiptNumber) : bookingCard.fee[fee.state](amount)
}

function sayRefunds({ refundedCents, isRefunding, refundWaits }: NonNullable<WhatIsDue['advance']>) {
  const { refundWaits: waits, refunding, refunded } = bookingPayment
  return refundedCents > 0
    ? [(refundWaits ? waits : isRefunding ? refunding : refunded)(formatCents(refundedCents))]
    : []
}

async function sayIfCanceled(
  deps: BookingDeps,
  due: WhatIsDue,
  appointment: Appointment,
  days: readonly Appointment[],
  now: number,
) {
  const ahead = days.filter((day) => canChange(day, now))
  const one = await foreseeCancellation(deps, due, [appointment], now)
  const plan = ahead.length > 1 ? await foreseeCancellation(deps, due, ahead, now) : undefined
  if (due.card) return { this: sayCharged(one), ...(plan && { plan: sayPlanCharged(plan) }) }
  if (days.filter(isActive).length === 1) return { this: sayBack(one) }
  const { day, dayLate } = bookingPayment.ifCanceled
  return {
    this: one.feeCents === 0 ? day : dayLate(formatCents(one.feeCents)),
    ...(plan && { plan: sayPlanBack(plan) }),
  }
}

function sayCharged({ feeCents }: Foreseen) {
  const { free, late } = bookingCard.ifCanceled
  return feeCents === 0 ? free : late(formatCents(feeCents))
}

function sayPlanCharged({ feeCents }: Foreseen) {
  const { planFree, planLate } = bookingCard.ifCanceled
  return feeCents === 0 ? planFree : planLate(formatCents(feeCents))
}

function sayBack({ backCents, feeCents }: Foreseen) {
  const { all, none, part } = bookingPayment.ifCanceled
  const [back, fee] = [formatCents(backCents), formatCents(feeCents)]
  if (feeCents === 0) return all(back)
  return backCents === 0 ? none(fee) : part(back, fee)
}

function sayPlanBack({ backCents, feeCents }: Foreseen) {
  const { plan, planPart } = bookingPayment.ifCanceled
  const back = formatCents(backCents)
  return feeCents === 0 ? plan(back) : planPart(back, formatCents(feeCents))
}
