import { type Appointment, canChange, isActive } from '#app/domain/booking/appointment.ts'
import { isMovable } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import { awaitsPayment, endedUnpaid } from '#app/domain/booking/money/pay-ahead.ts'
import { type BookingMoney, findBookingMoney } from '#app/domain/booking/money/pay-booking.server.ts'
import { foreseeRefund } from '#app/domain/booking/money/refund-booking.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { PaymentProblem } from '#app/http/pay-online.server.ts'
import { bookingPayment as words } from '#content/booking-payments.ts'
import { viewCard } from './card-view.server.ts'
import type { BookingPaymentView } from './parts/appointment-page.tsx'

export type PaymentViewOptions = {
  path: string
  problem: PaymentProblem | undefined
  now: number
}

/** What the page of an appointment says of its payment or card; undefined if it never had to have one. */
export async function viewPayment(
  deps: BookingDeps,
  appointment: Appointment,
  days: readonly Appointment[],
  options: PaymentViewOptions,
): Promise<BookingPaymentView | undefined> {
  const { db } = deps.database
  const money = await findBookingMoney(db, appointment)
  if (!money) return undefined
  if (money.isCard) return viewCard(deps, appointment, days, money, options)
  const { path, problem, now } = options
  const isHeld = awaitsPayment(appointment)
  const isPayable = deps.payments !== undefined && isHeld && appointment.payBy! > now
  const { paid } = money
  const until = formatTimeOfDay(appointment.payBy ?? 0, deps.clinic.facts(now).timeZone)
  return {
    paysPrice: true,
    ...(isHeld && { status: { kind: 'held', text: words.held(until) } as const }),
    ...(endedUnpaid(appointment) && { status: { kind: 'ended', text: words.ended } as const }),
    ...(problem && { error: problem === 'unavailable' ? words.unavailable : words.notPayable }),
    says: [
      ...(isPayable ? [words.toPay(formatCents(money.payCents ?? 0)), words.after] : []),
      ...(isPayable && money.isOpen ? [words.open] : []),
      ...(paid ? [words.paid(formatCents(paid.cents), paid.receiptNumber)] : []),
      ...sayRefunds(money),
    ],
    ...(paid && { receipt: `${path}/receipt` }),
    ...(isPayable && { action: `${path}/pay` }),
    ifCanceled: money.paidWith === undefined ? {} : await sayIfCanceled(deps, appointment, days, now),
    ...(money.paidWith !== undefined && { stays: appointment.cancelledLate ? words.staysLate : words.stays }),
  }
}

const sayRefunds = ({ refundedCents, isRefunding, refundWaits }: BookingMoney) =>
  refundedCents > 0
    ? [(refundWaits ? words.refundWaits : isRefunding ? words.refunding : words.refunded)(formatCents(refundedCents))]
    : []

async function sayIfCanceled(deps: BookingDeps, appointment: Appointment, days: readonly Appointment[], now: number) {
  const isLate = (day: Appointment) => !isMovable(deps, day, now)
  const foresee = (canceled: readonly Appointment[]) => foreseeRefund(deps.database.db, canceled, isLate)
  const ahead = days.filter((day) => canChange(day, now))
  const one = await foresee([appointment])
  if (days.filter(isActive).length === 1) return { this: toSentence(one) }
  const { day, dayLate } = words.ifCanceled
  return {
    this: one.feeCents === 0 ? day : dayLate(formatCents(one.feeCents)),
    ...(ahead.length > 1 && { plan: toPlanSentence(await foresee(ahead)) }),
  }
}

type Foreseen = { backCents: number; feeCents: number }

function toSentence({ backCents, feeCents }: Foreseen) {
  const [back, fee] = [formatCents(backCents), formatCents(feeCents)]
  if (feeCents === 0) return words.ifCanceled.all(back)
  return backCents === 0 ? words.ifCanceled.none(fee) : words.ifCanceled.part(back, fee)
}

function toPlanSentence({ backCents, feeCents }: Foreseen) {
  const back = formatCents(backCents)
  return feeCents === 0 ? words.ifCanceled.plan(back) : words.ifCanceled.planPart(back, formatCents(feeCents))
}
