import { Link } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countOrders, listOrders } from '#app/domain/orders/order-list.server.ts'
import { type OrderStatus, orderStatuses } from '#app/domain/orders/order.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { parseCursor, formatCursor } from '#app/domain/shared/cursor.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { type Filter, FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { adminOrders as words, orderStates } from '#content/pages/admin-orders.ts'
import { orderFilter } from './order-filter.server.ts'
import { ChooseOrders } from './choose-orders.tsx'
import { formatChosenOrder } from './chosen-orders.ts'
import { OrderTag } from './order-tag.tsx'
import { receiveOrders } from './receive-orders.server.ts'
import type { Route } from './+types/orders.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, emailsLeave } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const { state: status, q: search } = orderFilter(query)
  const from = parseCursor(query.get('from'))
  const { list, counts } = await loadOr503(context, async () => ({
    list: await listOrders(database, { status, search: search || undefined }, from),
    counts: await countOrders(database),
  }))
  const now = Date.now()
  const orders = list.orders.map(({ placedAt, ...order }) => ({
    ...order,
    placed: clinicMoment(placedAt, clinicTimeZone, now),
  }))
  return {
    status,
    search,
    counts,
    orders,
    mailed: emailsLeave,
    newest: from && ordersAddress({ status, search }),
    older: list.next && ordersAddress({ status, search, from: formatCursor(list.next) }),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => receiveOrders(request, context)

const ordersAddress = ({ status, search, from }: { status?: OrderStatus; search?: string; from?: string }) =>
  withQuery('/admin/orders', { state: status, q: search, from })

export default function Orders({ loaderData, actionData: posted }: Route.ComponentProps) {
  const { status, search, counts, orders, newest, older, mailed } = loaderData
  const filters: Filter[] = [
    { text: words.all, href: ordersAddress({}), current: status === undefined },
    ...orderStatuses.map((state) => ({
      text: orderStates[state],
      href: ordersAddress({ status: state }),
      count: counts[state],
      current: state === status,
    })),
  ]
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <FilterLinks label={words.filter} filters={filters} />
        <Search status={status} search={search} />
        <FormOutcome form={posted?.form ?? {}} />
        {orders.length > 0 ? (
          <ChooseOrders mailed={mailed}>
            <OrderTable orders={orders} />
          </ChooseOrders>
        ) : (
          <p className="lead">{search ? words.noneFound(search) : words.none}</p>
        )}
        <div className="row list-end">
          <ListPager newest={newest} older={older} />
          {orders.length > 0 && <Export status={status} search={search} />}
        </div>
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

function Search({ status, search }: Pick<View, 'status' | 'search'>) {
  return (
    <FilterForm aria-label={words.search.form} action="/admin/orders">
      {status && <input type="hidden" name="state" value={status} />}
      <div className="field">
        <label htmlFor="q">{words.search.label}</label>
        <SearchInput id="q" defaultValue={search} maxLength={200} autoComplete="off" />
      </div>
      <Button kind="line">{words.search.button}</Button>
      {search && <Link to={ordersAddress({ status })}>{words.search.clear}</Link>}
    </FilterForm>
  )
}

function OrderTable({ orders }: Pick<View, 'orders'>) {
  return (
    <Table columns={words.columns} amount="total">
      {orders.map((order) => (
        <tr key={order.id}>
          <td className="choose">
            <label>
              <input
                type="checkbox"
                name="order"
                value={formatChosenOrder(order)}
                aria-label={words.bulk.choose(order.number)}
              />
            </label>
          </td>
          <td>
            <Link className="leads" to={`/admin/orders/${order.number}`}>
              <bdi>{order.name}</bdi> <span className="hint num">{order.number}</span>
            </Link>{' '}
            <OrderTag status={order.status} />
          </td>
          <td className="muted">{order.lines.map(({ name, quantity }) => words.item(name, quantity)).join(', ')}</td>
          <td className="hint num">{order.placed}</td>
          <td className="num amount">{formatCents(order.totalCents)}</td>
        </tr>
      ))}
    </Table>
  )
}

function Export({ status, search }: Pick<View, 'status' | 'search'>) {
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
