import type { Db } from '#app/database/tables.ts'
import { lockDays } from '#app/domain/booking/appointment-change.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { type CheckoutDeps, openCheckout } from '#app/domain/payments/open-checkout.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import { findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { sumRefunds } from '#app/domain/payments/refunds.server.ts'
import { toBookingSubject } from './booking-ledger.server.ts'
import { asksCard, awaitsPayment } from './pay-ahead.ts'
import { findTerms, listPaidTogether, type Terms } from './terms.server.ts'

/** `labels`: what the provider shows: no names. `origin`: of this website. */
type PayInput = {
  day: Pick<Appointment, 'id' | 'planId'>
  origin: string
  labels: Record<'pay' | 'card', string>
  now: number
}

/** Where an appointment, or the plan that it is a day of, can be paid, or be given a card. */
export async function startPayingBooking({ database, payments }: CheckoutDeps, { day, origin, labels, now }: PayInput) {
  const purpose = asksCard(await findTerms(database.db, day)) ? 'card' : 'pay'
  return openCheckout<'not-found' | 'over'>(
    { database, payments },
    {
      origin,
      now,
      label: () => labels[purpose],
      async findDue(tx) {
        const ids = (await listPaidTogether(tx, day)).map(({ id }) => id)
        const days = await lockDays({ database, tx }, ids)
        const { payCents, cancelFee, paidWith } = await findTerms(tx, day)
        const amountCents = purpose === 'card' ? cancelFee : payCents
        if (amountCents === undefined) return { ok: false, reason: 'not-found' }
        const isOpen = days.some((one) => awaitsPayment(one) && one.payBy! > now)
        if (paidWith !== undefined || !isOpen) return { ok: false, reason: 'over' }
        return { ok: true, subject: toBookingSubject(day), amountCents, purpose }
      },
    },
  )
}

/** The address of its open checkout. */
export const findCheckoutOfBooking = async (db: Db, day: Pick<Appointment, 'id' | 'planId'>) =>
  (await findOpenPayment(db, toBookingSubject(day)))?.checkoutUrl

export type BookingMoney = Terms & {
  /** Nothing is paid for it, and a card is kept. */
  isCard: boolean
  /** Of the payment that paid for it, also if it was refunded since. */
  paid: { id: string; cents: number; receiptNumber: number } | undefined
  /** With refunds on their way. */
  refundedCents: number
  isRefunding: boolean
  /** Nothing was sent yet: a manager does. */
  refundWaits: boolean
  /** Whether a checkout is open, which may have been paid just now. */
  isOpen: boolean
}

/** Undefined if nothing ever had to be paid for it online, and no card had to be kept. */
export async function findBookingMoney(
  db: Db,
  day: Pick<Appointment, 'id' | 'planId'>,
): Promise<BookingMoney | undefined> {
  const terms = await findTerms(db, day)
  const isCard = asksCard(terms)
  if (terms.payCents === undefined && !isCard) return undefined
  const { payments, refunds } = await listPayments(db, toBookingSubject(day))
  const paid = payments.find(({ receiptNumber }) => receiptNumber !== undefined)
  return {
    ...terms,
    isCard,
    paid: paid && { id: paid.id, cents: paid.paidCents!, receiptNumber: paid.receiptNumber! },
    refundedCents: sumRefunds(refunds),
    isRefunding: refunds.some(({ state }) => state === 'asked'),
    refundWaits: refunds.some(({ state, waits }) => state === 'asked' && waits === 1),
    isOpen: payments.some(({ state, checkoutUrl }) => state === 'open' && checkoutUrl !== undefined),
  }
}
