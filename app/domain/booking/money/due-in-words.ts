import { formatCents } from '#app/domain/shared/money.ts'
import { bookingPayment } from '#content/booking-payments.ts'
import { type Due, toShownDue } from './pay-ahead.ts'

/** What patients read of the payment before they book. `shown`: see `toShownDue`. */
export type ShownDue = { heading: string; text: string; button: string; shown: string }

export const toDueInWords = (due: Due | undefined, rules: { changeCutOffHours: number }): ShownDue | undefined =>
  due && {
    ...bookingPayment.due(
      {
        kind: due.kind,
        amount: formatCents(due.cents),
        fee: due.cancelFee > 0 ? formatCents(due.cancelFee) : undefined,
        isWhole: due.cancelFee === due.cents,
      },
      rules,
    ),
    button: bookingPayment.book(formatCents(due.cents)),
    shown: toShownDue(due),
  }
