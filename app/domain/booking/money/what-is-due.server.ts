import type { Db } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { nextSteps } from '#app/domain/booking/attendance.ts'
import { isMovable } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { type Fee, owesFee } from '#app/domain/booking/fees/fee.ts'
import { findFee, findKeptCard, foreseeMissedFee } from '#app/domain/booking/fees/fees.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import type { SavedCard } from '#app/domain/payments/payment.ts'
import { sumRefunds } from '#app/domain/payments/refunds.server.ts'
import { toBookingSubject } from './booking-ledger.server.ts'
import { asksCard, awaitsPayment, endedUnpaid, isPayable } from './pay-ahead.ts'
import { foreseeRefund } from './refund-booking.server.ts'
import { findTerms } from './terms.server.ts'

/** Who pays what when for an appointment, or the plan that it is a day of. */
export type WhatIsDue = {
  /** Undefined if nothing ever had to be paid for it online, and no card had to be kept. */
  advance: Advance | undefined
  card: SavedCard | undefined
  /** Of a late cancellation or a missed visit. */
  fee: Fee | undefined
  /** Its patient pays it online, because the card was declined. */
  isFeePayable: boolean
  /** What would be charged if the visit were missed, in cents; 0 if nothing. */
  missedCents: number
}

type Advance = {
  /** Nothing is paid for it, and a card is kept. */
  isCard: boolean
  /** The payment, or the fee that the card is kept for. */
  cents: number
  /** 'held': its time is, until it is paid or a card is kept. 'ended': that was not done in time. */
  status: 'held' | 'ended' | undefined
  isPayable: boolean
  /** Whether a checkout is open, which may have been paid just now. */
  isOpen: boolean
  /** The payment that pays for it at present. */
  paidWith: string | undefined
  /** Of the payment that paid for it, also if it was refunded since. */
  paid: { id: string; cents: number; receiptNumber: number } | undefined
  /** With refunds on their way. */
  refundedCents: number
  isRefunding: boolean
  /** Nothing was sent yet: a manager does. */
  refundWaits: boolean
}

type Deps = Pick<BookingDeps, 'database' | 'payments'>

/** At this moment, for the pages of patients and staff and for emails. What a change keeps or charges follows the same terms. */
export async function whatIsDue(
  { database: { db }, payments }: Deps,
  appointment: Appointment,
  now: number,
): Promise<WhatIsDue> {
  const takesPayments = payments !== undefined
  const advance = await findAdvance(db, appointment, { takesPayments, now })
  const card = await findKeptCard(db, appointment)
  const fee = await findFee(db, appointment.id)
  const mayBeMissed = nextSteps(appointment, now).includes('no-show')
  return {
    advance,
    card,
    fee,
    isFeePayable: takesPayments && fee?.state === 'declined' && owesFee(appointment),
    missedCents: card && mayBeMissed ? await foreseeMissedFee(db, appointment, card) : 0,
  }
}

async function findAdvance(
  db: Db,
  appointment: Appointment,
  { takesPayments, now }: { takesPayments: boolean; now: number },
): Promise<Advance | undefined> {
  const terms = await findTerms(db, appointment)
  const isCard = asksCard(terms)
  const cents = isCard ? terms.cancelFee : terms.payCents
  if (cents === undefined) return undefined
  const { payments, refunds } = await listPayments(db, toBookingSubject(appointment))
  const paid = payments.find(({ receiptNumber }) => receiptNumber !== undefined)
  return {
    isCard,
    cents,
    status: awaitsPayment(appointment) ? 'held' : endedUnpaid(appointment) ? 'ended' : undefined,
    isPayable: takesPayments && isPayable(appointment, now),
    isOpen: payments.some(({ state, checkoutUrl }) => state === 'open' && checkoutUrl !== undefined),
    paidWith: terms.paidWith,
    paid: paid && { id: paid.id, cents: paid.paidCents!, receiptNumber: paid.receiptNumber! },
    refundedCents: sumRefunds(refunds),
    isRefunding: refunds.some(({ state }) => state === 'asked'),
    refundWaits: refunds.some(({ state, waits }) => state === 'asked' && waits === 1),
  }
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
