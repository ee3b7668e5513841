import type { Db } from '#app/database/tables.ts'
import { lockTogether } from '#app/domain/booking/appointment-change.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { type CheckoutDeps, openCheckout } from '#app/domain/payments/open-checkout.server.ts'
import { findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { toBookingSubject } from './booking-ledger.server.ts'
import { asksCard, isPayable } from './pay-ahead.ts'
import { findTerms } from './terms.server.ts'

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
        const days = await lockTogether({ database, tx }, day)
        const { payCents, cancelFee, paidWith } = await findTerms(tx, day)
        const amountCents = purpose === 'card' ? cancelFee : payCents
        if (amountCents === undefined) return { ok: false, reason: 'not-found' }
        if (paidWith !== undefined || !days.some((one) => isPayable(one, now))) return { ok: false, reason: 'over' }
        return { ok: true, subject: toBookingSubject(day), amountCents, purpose }
      },
    },
  )
}

/** The address of its open checkout. */
export const findCheckoutOfBooking = async (db: Db, day: Pick<Appointment, 'id' | 'planId'>) =>
  (await findOpenPayment(db, toBookingSubject(day)))?.checkoutUrl
