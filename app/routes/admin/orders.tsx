import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countOrders, listOrders } from '#app/domain/orders/order-list.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { parseCursor, formatCursor } from '#app/domain/shared/cursor.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { AdminPage } from '#app/ui/admin/admin-page.tsx'
import { ordersAddress, OrdersPage } from '#app/ui/admin/orders/orders-page.tsx'
import { adminOrders } from '#content/pages/admin-orders.ts'
import { orderFilter } from './order-filter.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { database } = context.get(servicesContext)
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
    newest: from && ordersAddress({ status, search }),
    older: list.next && ordersAddress({ status, search, from: formatCursor(list.next) }),
  }
}

export default function Orders() {
  return (
    <AdminPage title={adminOrders.title} clinic={useSite().clinic}>
      <OrdersPage {...useLoaderData<typeof loader>()} />
    </AdminPage>
  )
}
