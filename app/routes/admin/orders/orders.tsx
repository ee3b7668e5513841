import { Link } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countOrders, listOrders } from '#app/domain/orders/order-list.server.ts'
import { type OrderStatus, orderStatuses } from '#app/domain/orders/order.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { FilterForm } from '#app/ui/admin/filter-form.tsx'
import { type Filter, FilterLinks } from '#app/ui/admin/filter-links.tsx'
import { listId } from '#app/domain/shared/list-names.ts'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { ChooseRow } from '#app/ui/admin/choose-rows.tsx'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { SearchInput } from '#app/ui/primitives/search-input.tsx'
import { admin, type Empty } from '#content/pages/admin.ts'
import { adminOrders as words, orderStates } from '#content/pages/admin-orders.ts'
import { listLinks, type ListPlace, listPlace } from '#app/http/list-place.server.ts'
import { mayOpen } from '#app/http/rights.server.ts'
import { usePoll } from '#app/http/use-poll.ts'
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
  const place = listPlace(query)
  const { list, counts } = await loadOr503(context, async () => ({
    list: await listOrders(database, { status, search: search || undefined }, place),
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
    mayExport: mayOpen(getStaff(context).role, '/admin/orders/export'),
    ...listLinks(list, place, (at) => ordersAddress({ status, search, ...at }), formatCursor),
  }
}

export const action = ({ request, context }: Route.ActionArgs) => receiveOrders(request, context)

type OrdersPlace = ListPlace & { status?: OrderStatus | undefined; search?: string }

const ordersAddress = ({ status, search, ...place }: OrdersPlace) =>
  withQuery('/admin/orders', { state: status, q: search, ...place })

export default function Orders({ loaderData, actionData: posted }: Route.ComponentProps) {
  const view = usePoll(loaderData)
  const { status, search, counts, orders, mailed, mayExport, sorts, previous, next } = view
  const isFiltered = status !== undefined || search !== ''
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
        <div id={listId}>
          {orders.length > 0 ? (
            <ChooseOrders mailed={mailed}>
              <SortLinks sorts={sorts} />
              <OrderTable orders={orders} />
            </ChooseOrders>
          ) : (
            <EmptyList empty={describeEmpty(view)} isFiltered={isFiltered} />
          )}
        </div>
        <div className="row list-end">
          <ListPager previous={previous} next={next} />
          {orders.length > 0 && mayExport && <Export status={status} search={search} />}
        </div>
      </div>
    </AdminPage>
  )
}

type View = Route.ComponentProps['loaderData']

function describeEmpty({ status, search }: View): Empty {
  const { none, noneFound } = words
  const step = { text: admin.clearFilters, href: ordersAddress({}) }
  if (search) return { text: noneFound.search(search), hint: noneFound.hint, step }
  return status ? { text: noneFound.state(orderStates[status]), step } : none
}

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
          <ChooseRow value={formatChosenOrder(order)} label={words.bulk.choose(order.number)} />
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
