import type { OrderStatus } from '#app/domain/orders/order.ts'
import { orderStates } from '#content/pages/admin-orders.ts'

/** How far an order is; a new one stands out, since nobody has looked at it yet. */
export const OrderTag = ({ status, id }: { status: OrderStatus; id?: string }) => (
  <span id={id} data-live={id && ''} className={status === 'new' ? 'tag tag-new' : 'tag'}>
    {orderStates[status]}
  </span>
)
