import { Link } from 'react-router'
import { stockPath } from '#app/domain/catalogue/stock.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { Table } from '#app/ui/admin/table.tsx'
import { receiveCount } from './receive-count.server.ts'
import { getStockItem, listStock, requireItem } from './stock-item.server.ts'
import { StockItem } from './stock-item.tsx'
import { stockPage as words } from './words.ts'
import type { Route } from './+types/stock.ts'

/** Both addresses are one file, so that its words are no other file in the list that every page loads. */
export const loader = async ({ params: { item }, context }: Route.LoaderArgs) =>
  item === undefined ? { items: await listStock(context) } : { item: await getStockItem(context, item) }

export async function action({ params: { item = '' }, request, context }: Route.ActionArgs) {
  return receiveCount(request, context, requireItem(context, item).id)
}

export default function Stock({ loaderData: { items, item }, actionData }: Route.ComponentProps) {
  const { form = {} }: { form?: FormState } = actionData ?? {}
  return item ? <StockItem item={item} form={form} /> : <AllStock items={items} />
}

type Items = Awaited<ReturnType<typeof listStock>>

const AllStock = ({ items }: { items: Items }) => (
  <AdminPage title={words.title}>
    <div className="stack">
      <p className="muted">{words.lead}</p>
      {items.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <Table columns={words.columns}>
          {items.map(({ id, name, left, isLow, open }) => (
            <tr key={id}>
              <td>
                <Link className="leads" to={stockPath(id)}>
                  {name}
                </Link>
              </td>
              <td className={left === undefined ? 'hint' : 'num'}>
                {left === undefined ? words.notCounted : words.pieces(left)}{' '}
                {isLow && left !== 0 && <span className="tag tag-late">{words.low}</span>}
              </td>
              <td className="num muted">{open > 0 && words.inOpenOrders(open)}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  </AdminPage>
)
