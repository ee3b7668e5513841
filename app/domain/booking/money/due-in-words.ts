import { bookingRules, type ChangeRules } from '#app/domain/booking/booking-rules.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { bookingCard } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { type Booked, type Due, findDue, toShownDue } from './pay-ahead.ts'

/**
 * What patients read of the payment, or of the card that is kept, before they book. `price`: of what is paid in full, so
 * that nothing is agreed on at the clinic. `shown`: see `toShownDue`.
 */
export type ShownDue = { heading: string; text: string; button: string; price: string | undefined; shown: string }

export function showDue(
  deps: Pick<BookingDeps, 'content' | 'payments' | 'booking'>,
  booked: Booked,
): ShownDue | undefined {
  const due = findDue(deps, booked)
  const rules = bookingRules(deps.booking, booked.serviceId).change
  return (
    due && {
      ...(due.kind === 'card' ? sayCard(due, rules) : sayPayment(due, due.kind, rules)),
      price: due.kind === 'full' ? formatCents(due.cents) : undefined,
      shown: toShownDue(due),
    }
  )
}

const sayCard = ({ cancelFee, days }: Due, rules: ChangeRules) => ({
  heading: bookingCard.due.heading,
  text: bookingCard.due.text({ fee: formatCents(cancelFee), isPlan: days !== undefined }, rules),
  button: bookingCard.book,
})

function sayPayment({ cents, cancelFee, days }: Due, kind: 'deposit' | 'full', rules: ChangeRules) {
  const amount = formatCents(cents)
  // Of a day of a plan, no more than its share is kept.
  const feeCents = Math.min(cancelFee, Math.ceil(cents / (days ?? 1)))
  const payment = {
    kind,
    amount,
    fee: feeCents > 0 ? formatCents(feeCents) : undefined,
    isWhole: feeCents === cents,
    isPlan: days !== undefined,
  }
  return { ...bookingPayment.due(payment, rules), button: bookingPayment.book(amount) }
}
