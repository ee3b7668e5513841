import type { ChosenOrder } from '#app/domain/orders/change-orders.server.ts'
import { orderStatuses } from '#app/domain/orders/order.ts'

/** A value of a checkbox in the list: an order with the status that the page shows. */
export const formatChosenOrder = ({ number, status }: ChosenOrder) => `${number}_${status}`

/** Undefined for what no checkbox says. */
export function parseChosenOrder(text: string): ChosenOrder | undefined {
  const [number, after] = text.split('_')
  const status = orderStatuses.find((known) => known === after)
  return number && /^[A-Z\d-]{1,20}$/.test(number) && status ? { number, status } : undefined
}
