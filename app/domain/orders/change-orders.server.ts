import type { Actor } from '#app/domain/audit/audit.server.ts'
import { changeOrder, type ChangeOrderResult, type OrderDeps } from './change-order.server.ts'
import type { OrderStatus } from './order.ts'
import { undoOrderChange } from './undo-order-change.server.ts'

/** `status`: on the page that was submitted. */
export type ChosenOrder = { number: string; status: OrderStatus }

type Changes = {
  orders: ChosenOrder[]
  to: OrderStatus
  /** Whether to email the customers. */
  tell: boolean
  now: number
}

/** Changes several orders, each by itself; returns those that were changed. */
export const changeOrders = (deps: OrderDeps, actor: Actor, { orders, ...change }: Changes) =>
  changeEach(orders, ({ number, status: from }) => changeOrder(deps, actor, { ...change, number, from }))

/** Takes back `changeOrders`: the orders are at `from` now, and go back to the status they had. */
export const undoOrderChanges = (
  deps: OrderDeps,
  actor: Actor,
  { orders, from, now }: { orders: ChosenOrder[]; from: OrderStatus; now: number },
) => changeEach(orders, ({ number, status: to }) => undoOrderChange(deps, actor, { number, from, to, now }))

async function changeEach(orders: ChosenOrder[], change: (order: ChosenOrder) => Promise<ChangeOrderResult>) {
  const changed: ChosenOrder[] = []
  for (const order of orders) if ((await change(order)).ok) changed.push(order)
  return changed
}
