import type { Order } from '#app/domain/orders/order.ts'
import type { Content } from '#app/domain/content/content-record.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { MoreLink } from '#app/ui/primitives/button.tsx'
import { orderPage } from '#content/pages/order.ts'
import { profilePage } from '#content/pages/profile.ts'

export type ShownOrder = Pick<Order, 'number' | 'status' | 'totalCents'> & { placedOn: string; path: string }

const words = profilePage.orders

type MyOrdersProps = { texts: Content<'profile'>['orders']; orders: ShownOrder[] }

export function MyOrders({ texts, orders }: MyOrdersProps) {
  if (orders.length === 0)
    return (
      <>
        <p>{texts.none}</p>
        <p>
          <MoreLink href={texts.shop.href}>{texts.shop.text}</MoreLink>
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
