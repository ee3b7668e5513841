import { formatCents } from '#app/domain/shared/money.ts'
import { bookingCard } from '#content/booking-cards.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { type Due, toShownDue } from './pay-ahead.ts'

/**
 * What patients read of the payment, or of the card that is kept, before they book. `price`: of what is paid in full, so
 * that nothing is agreed on at the clinic. `shown`: see `toShownDue`.
 */
export type ShownDue = { heading: string; text: string; button: string; price: string | undefined; shown: string }

type Rules = { changeCutOffHours: number }

export const toDueInWords = (due: Due | undefined, rules: Rules): ShownDue | undefined =>
  due && {
    ...(due.kind === 'card' ? sayCard(due, rules) : sayPayment(due, due.kind, rules)),
    price: due.kind === 'full' ? formatCents(due.cents) : undefined,
    shown: toShownDue(due),
  }

const sayCard = ({ cancelFee, days }: Due, rules: Rules) => ({
  heading: bookingCard.due.heading,
  text: bookingCard.due.text({ fee: formatCents(cancelFee), isPlan: days !== undefined }, rules),
  button: bookingCard.book,
})

function sayPayment({ cents, cancelFee, days }: Due, kind: 'deposit' | 'full', rules: Rules) {
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
