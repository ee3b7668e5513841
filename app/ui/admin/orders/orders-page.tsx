import { type OrderRow, type OrderStatus, orderStatuses } from '#app/domain/orders/order.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { adminOrders as words, orderStates } from '#content/pages/admin-orders.ts'
import { type Filter, FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { type ListPlace, ListPager } from '#app/ui/admin/list-pager.tsx'
import { OrderTag } from './order-tag.tsx'

export type OrdersView = ListPlace & {
  status?: OrderStatus
  search: string
  counts: Record<OrderStatus, number>
  orders: (Omit<OrderRow, 'placedAt'> & { placed: string })[]
}

export const ordersAddress = ({ status, search, from }: { status?: OrderStatus; search?: string; from?: string }) => {
  const query = new URLSearchParams({
    ...(status && { state: status }),
    ...(search && { q: search }),
    ...(from && { from }),
  })
  return query.size > 0 ? `/admin/orders?${query}` : '/admin/orders'
}

export function OrdersPage({ status, search, counts, orders, newest, older }: OrdersView) {
  const filters: Filter[] = [
    { text: words.all, href: ordersAddress({}), current: status === undefined },
    ...orderStatuses.map((state) => ({
      text: orderStates[state],
      href: ordersAddress({ status: state }),
      count: counts[state].toLocaleString('en-US'),
      current: state === status,
    })),
  ]
  return (
    <div className="stack">
      <FilterLinks label={words.filter} filters={filters} />
      <Search status={status} search={search} />
      {orders.length > 0 ? (
        <Orders orders={orders} />
      ) : (
        <p className="lead">{search ? words.noneFound(search) : words.none}</p>
      )}
      <div className="row list-end">
        <ListPager newest={newest} older={older} />
        {orders.length > 0 && <Export status={status} search={search} />}
      </div>
    </div>
  )
}

function Search({ status, search }: Pick<OrdersView, 'status' | 'search'>) {
  return (
    <form className="adm-bar" role="search" aria-label={words.search.form} action="/admin/orders">
      {status && <input type="hidden" name="state" value={status} />}
      <div className="field">
        <label htmlFor="q">{words.search.label}</label>
        <SearchInput id="q" defaultValue={search} maxLength={200} autoComplete="off" />
      </div>
      <Button kind="line">{words.search.button}</Button>
      {search && <a href={ordersAddress({ status })}>{words.search.clear}</a>}
    </form>
  )
}

function Orders({ orders }: Pick<OrdersView, 'orders'>) {
  const { buyer, items, placed, total } = words.columns
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{buyer}</th>
          <th scope="col">{items}</th>
          <th scope="col">{placed}</th>
          <th scope="col" className="amount">
            {total}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <a className="leads" href={`/admin/orders/${order.number}`}>
                <bdi>{order.name}</bdi> <span className="hint num">{order.number}</span>
              </a>{' '}
              <OrderTag status={order.status} />
            </td>
            <td className="muted">{order.lines.map(({ name, quantity }) => words.item(name, quantity)).join(', ')}</td>
            <td className="hint num">{order.placed}</td>
            <td className="num amount">{formatCents(order.totalCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Export({ status, search }: Pick<OrdersView, 'status' | 'search'>) {
  return (
    <form className="row" method="post" action="/admin/orders/export">
      {status && <input type="hidden" name="state" value={status} />}
      {search && <input type="hidden" name="q" value={search} />}
      <Button kind="line" small>
        {words.export.button}
      </Button>
      <p className="hint">{words.export.hint}</p>
    </form>
  )
}
