import type { OrderStatus } from '#app/domain/orders/order.ts'
import { orderStates } from '#content/pages/admin-orders.ts'

/** A new order stands out. */
export const OrderTag = ({ status, id }: { status: OrderStatus; id?: string }) => (
  <span id={id} className={status === 'new' ? 'tag tag-new' : 'tag'}>
    {orderStates[status]}
  </span>
)
