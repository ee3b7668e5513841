import { onlinePayment } from '#content/payments.ts'
import { hasTax, isCovered, type Order } from './order.ts'

/** How an order is paid; `how` is the clinic's sentence for those that are paid at pick-up. */
export function toHowToPay(order: Paying, { how }: { how: string }) {
  const { paidWith, payBy } = order
  if (isCovered(order)) return onlinePayment.how.card
  if (paidWith !== undefined) return onlinePayment.how.paid
  return payBy === undefined ? how : onlinePayment.how.toPay
}

/** The same with the clinic's sentence about sales tax, if the total has none. */
export const toPaymentText = (order: Paying & Pick<Order, 'lines'>, texts: { how: string; tax: string }) =>
  [toHowToPay(order, texts), ...(hasTax(order) ? [] : [texts.tax])].join(' ')

type Paying = Pick<Order, 'paidWith' | 'payBy' | 'totalCents' | 'giftCardCents'>
