import { data } from 'react-router'
import { listMovements } from '#app/domain/catalogue/count-stock.server.ts'
import { productIdOf, productPath, type Product } from '#app/domain/catalogue/product.ts'
import { listProducts } from '#app/domain/catalogue/products.ts'
import { countedItems, isLow, type Stock } from '#app/domain/catalogue/stock.ts'
import { readStock } from '#app/domain/catalogue/stock.server.ts'
import { countOpenPieces } from '#app/domain/orders/open-orders.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { describePublished } from '#app/http/published-by.server.ts'
import { stockPage as words } from './words.ts'

type Movement = Awaited<ReturnType<typeof listMovements>>[number]

const listItems = (context: RequestContext) => countedItems(listProducts(context.get(servicesContext).content))

/** One of the products or their forms in the catalogue. */
export function requireItem(context: RequestContext, id: string) {
  const item = listItems(context).find((one) => one.id === id)
  if (!item) throw data(null, { status: 404 })
  return item
}

export async function listStock(context: RequestContext) {
  const { database } = context.get(servicesContext)
  const [stock, open] = await loadOr503(context, () => Promise.all([readStock(database), countOpenPieces(database.db)]))
  return listItems(context).map((item) => toView(item, stock, open))
}

/** With the last changes of its count. */
export async function getStockItem(context: RequestContext, id: string) {
  const services = context.get(servicesContext)
  const item = requireItem(context, id)
  const [stock, open, movements] = await loadOr503(context, async () => {
    const { database } = services
    const moved = await listMovements(database, id)
    // Orders have no person of the clinic.
    const described = await describePublished(
      services,
      moved.map((movement) => ({ ...movement, who: movement.who ?? 'program' })),
    )
    return Promise.all([readStock(database), countOpenPieces(database.db), described])
  })
  return {
    ...toView(item, stock, open),
    path: productPath({ id: productIdOf(id) }),
    movements: movements.map(({ when, who, before, after, ...movement }) => ({
      when,
      what: describe(movement),
      order: movement.orderNumber ?? undefined,
      count: [before, after].map((count) => (count === null ? words.notCounted : String(count))).join(' → '),
      who: movement.orderNumber ? '' : who,
    })),
  }
}

function toView({ id, name }: Product, stock: Stock, open: ReadonlyMap<string, number>) {
  const left = stock.get(id)
  return { id, name, left, isLow: isLow(left), open: open.get(id) ?? 0 }
}

function describe({ kind, orderNumber, reason }: Pick<Movement, 'kind' | 'orderNumber' | 'reason'>) {
  const text = words.history[kind]
  return typeof text === 'string' ? text : text(orderNumber ?? reason ?? '')
}
