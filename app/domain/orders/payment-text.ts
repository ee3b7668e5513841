import { onlinePayment } from '#content/payments.ts'
import type { Order } from './order.ts'

/** How an order is paid; `how` is the clinic's sentence for those that are paid at pick-up. */
export function toHowToPay({ paidWith, payBy }: Pick<Order, 'paidWith' | 'payBy'>, { how }: { how: string }) {
  if (paidWith !== undefined) return onlinePayment.how.paid
  return payBy === undefined ? how : onlinePayment.how.toPay
}
