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

const sayCard = ({ cancelFee, isPlan }: Due, rules: Rules) => ({
  heading: bookingCard.due.heading,
  text: bookingCard.due.text({ fee: formatCents(cancelFee), isPlan }, rules),
  button: bookingCard.book,
})

const sayPayment = ({ cents, cancelFee }: Due, kind: 'deposit' | 'full', rules: Rules) => ({
  ...bookingPayment.due(
    {
      kind,
      amount: formatCents(cents),
      fee: cancelFee > 0 ? formatCents(cancelFee) : undefined,
      isWhole: cancelFee === cents,
    },
    rules,
  ),
  button: bookingPayment.book(formatCents(cents)),
})
