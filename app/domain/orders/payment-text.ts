import { onlinePayment } from '#content/payments.ts'
import { hasTax, type Order } from './order.ts'

/** How an order is paid; `how` is the clinic's sentence for those that are paid at pick-up. */
export function toHowToPay({ paidWith, payBy }: Pick<Order, 'paidWith' | 'payBy'>, { how }: { how: string }) {
  if (paidWith !== undefined) return onlinePayment.how.paid
  return payBy === undefined ? how : onlinePayment.how.toPay
}

/** The same with the clinic's sentence about sales tax, if the total has none. */
export const toPaymentText = (
  order: Pick<Order, 'paidWith' | 'payBy' | 'lines'>,
  texts: { how: string; tax: string },
) => [toHowToPay(order, texts), ...(hasTax(order) ? [] : [texts.tax])].join(' ')
