import type { Order } from '#app/domain/orders/order.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { orderPage } from '#content/pages/order.ts'
import { profilePage } from '#content/pages/profile.ts'

export type ShownOrder = Pick<Order, 'number' | 'status' | 'totalCents'> & { placedOn: string; path: string }

const words = profilePage.orders

export function MyOrders({ orders }: { orders: ShownOrder[] }) {
  if (orders.length === 0)
    return (
      <>
        <p>{words.none}</p>
        <p>
          <MoreLink href="/products">{words.shop}</MoreLink>
        </p>
      </>
    )
  return (
    <ul className="rows">
      {orders.map(({ number, status, totalCents, placedOn, path }) => (
        <li key={number}>
          <a href={path}>{words.open(number)}</a>
          <span className="num">{formatCents(totalCents)}</span>
          <span className="hint">
            {orderPage.statuses[status]} · {words.placed(placedOn)}
          </span>
        </li>
      ))}
    </ul>
  )
}
