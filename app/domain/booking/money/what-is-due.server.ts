import type { Appointment } from '#app/domain/booking/appointment.ts'
import { nextSteps } from '#app/domain/booking/attendance.ts'
import { isMovable } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { owesFee } from '#app/domain/booking/fees/fee.ts'
import { findFee, findKeptCard, foreseeMissedFee } from '#app/domain/booking/fees/fees.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import { sumRefunds } from '#app/domain/payments/refunds.server.ts'
import { toBookingSubject } from './booking-ledger.server.ts'
import { asksCard, awaitsPayment, endedUnpaid, isPayable } from './pay-ahead.ts'
import { foreseeRefund } from './refund-booking.server.ts'
import { findTerms } from './terms.server.ts'

export type WhatIsDue = Awaited<ReturnType<typeof whatIsDue>>

type Deps = Pick<BookingDeps, 'database' | 'payments'>

/**
 * Who pays what when for an appointment, or the plan that it is a day of, at this moment: for the pages of patients and
 * staff and for emails. What a change keeps or charges follows the same terms.
 */
export async function whatIsDue(deps: Deps, appointment: Appointment, now: number) {
  const { db } = deps.database
  const card = await findKeptCard(db, appointment)
  /** Of a late cancellation or a missed visit. */
  const fee = await findFee(db, appointment.id)
  const mayBeMissed = nextSteps(appointment, now).includes('no-show')
  return {
    advance: await findAdvance(deps, appointment, now),
    card,
    fee,
    /** Its patient pays it online, because the card was declined. */
    isFeePayable: deps.payments !== undefined && fee?.state === 'declined' && owesFee(appointment),
    /** What would be charged if the visit were missed, in cents; 0 if nothing. */
    missedCents: card && mayBeMissed ? await foreseeMissedFee(db, appointment, card) : 0,
  }
}

/** Undefined if nothing ever had to be paid for it online, and no card had to be kept. */
async function findAdvance({ database: { db }, payments: provider }: Deps, appointment: Appointment, now: number) {
  const terms = await findTerms(db, appointment)
  /** Nothing is paid for it, and a card is kept. */
  const isCard = asksCard(terms)
  /** The payment, or the fee that the card is kept for. */
  const cents = isCard ? terms.cancelFee : terms.payCents
  if (cents === undefined) return undefined
  const { payments, refunds } = await listPayments(db, toBookingSubject(appointment))
  const paid = payments.find(({ receiptNumber }) => receiptNumber !== undefined)
  /** 'held': its time is, until it is paid or a card is kept. 'ended': that was not done in time. */
  const status = awaitsPayment(appointment) ? 'held' : endedUnpaid(appointment) ? 'ended' : undefined
  return {
    isCard,
    cents,
    status,
    isPayable: provider !== undefined && isPayable(appointment, now),
    /** Whether a checkout is open, which may have been paid just now. */
    isOpen: payments.some(({ state, checkoutUrl }) => state === 'open' && checkoutUrl !== undefined),
    paidWith: terms.paidWith,
    /** Of the payment that paid for it, also if it was refunded since. */
    paid: paid && { id: paid.id, cents: paid.paidCents!, receiptNumber: paid.receiptNumber! },
    /** With refunds on their way. */
    refundedCents: sumRefunds(refunds),
    isRefunding: refunds.some(({ state }) => state === 'asked'),
    /** Nothing was sent yet: a manager does. */
    refundWaits: refunds.some(({ state, waits }) => state === 'asked' && waits === 1),
  } as const
}

/** In cents: what goes back, and what is kept of it or charged to the card. */
export type Foreseen = { backCents: number; feeCents: number }

/** What it would mean if the patient canceled these days now, the last ones ahead. */
export async function foreseeCancellation(
  deps: Pick<BookingDeps, 'database' | 'booking' | 'clinic'>,
  { card }: Pick<WhatIsDue, 'card'>,
  days: readonly Appointment[],
  now: number,
): Promise<Foreseen> {
  const isLate = (day: Appointment) => !isMovable(deps, day, now)
  if (!card) return foreseeRefund(deps.database.db, days, isLate)
  return { backCents: 0, feeCents: days.filter(isLate).length * card.mostCents }
}
