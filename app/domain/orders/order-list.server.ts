import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import { type Cursor, type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import { hasWordWith } from '#app/domain/shared/name-search.server.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import type { OrderRow, OrderStatus } from './order.ts'

export type OrderFilter = {
  status?: OrderStatus | undefined
  /** Beginning of a number, of a word in a name, or of an email address. */
  search?: string | undefined
}

const pageSize = 25

export async function listOrders({ db }: Pick<Database, 'db'>, filter: OrderFilter, place: PagePlace = {}) {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    (reading) =>
      filterOrders(db, filter)
        .select(['id', 'number', 'status', 'name', 'totalCents', 'placedAt'])
        .$call((all) => byTime(all, 'placedAt', reading))
        .execute(),
    ({ placedAt: at, id }) => ({ at, id }),
  )
  return { orders: await addLines(db, rows), ...around }
}

/** For the audit trail, whose entries have no names. */
export const listCustomers = (db: Db, numbers: readonly string[]) =>
  db.selectFrom('orders').select(['number', 'name']).where('number', 'in', numbers).execute()

/** The newest matches of a search, without their lines. */
export const searchOrders = ({ db }: Pick<Database, 'db'>, search: string, most: number) =>
  selectOrders(db, { search }, undefined).select(['number', 'status', 'name', 'totalCents']).limit(most).execute()

export async function countOrders({ db }: Pick<Database, 'db'>): Promise<Record<OrderStatus, number>> {
  const rows = await db
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const none: Record<OrderStatus, number> = { new: 0, confirmed: 0, ready: 0, completed: 0, cancelled: 0 }
  return Object.assign(none, Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])))
}

export const listOldestNewOrders = ({ db }: Pick<Database, 'db'>, most: number) =>
  db
    .selectFrom('orders')
    .select(['number', 'name', 'totalCents', 'placedAt as at'])
    .where('status', '=', 'new')
    .orderBy('placedAt')
    .orderBy('id')
    .limit(most)
    .execute()

export const countNewOrders = async (database: Pick<Database, 'db'>) => (await countOrders(database)).new

const mostOfCustomer = 50

/**
 * Orders placed while signed in, and those of the verified address, newest first. An unverified address may belong to
 * another person, so it shows nothing.
 */
export async function listCustomerOrders(
  { db }: Pick<Database, 'db'>,
  { accountId, email, isVerified }: { accountId: string; email: string; isVerified: boolean },
): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'name', 'totalCents', 'placedAt'])
    .where((where) =>
      where.or([where('accountId', '=', accountId), ...(isVerified ? [where('email', '=', email)] : [])]),
    )
    .orderBy('placedAt', 'desc')
    .limit(mostOfCustomer)
    .execute()
  return addLines(db, rows)
}

/** The latest orders to these addresses. */
export async function listOrdersTo({ db }: Pick<Database, 'db'>, emails: readonly string[]): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').select(['id', 'number', 'status', 'name', 'totalCents', 'placedAt'])
  const found = orders.where('email', 'in', emails).orderBy('placedAt', 'desc').limit(mostOfCustomer)
  return addLines(db, await found.execute())
}

/** Matching orders after a cursor, newest first. */
export const selectOrders = (db: Db, filter: OrderFilter, from: Cursor | undefined) =>
  filterOrders(db, filter)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(placed_at, id) < (${from?.at}, ${from?.id})`))
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')

const filterOrders = (db: Db, { status, search }: OrderFilter) =>
  db
    .selectFrom('orders')
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'new'))
    .$if(search !== undefined, (query) => query.where(matchesSearch(search ?? '')))

/** Numbers match without their dash too. */
function matchesSearch(search: string) {
  const typed = search.trim()
  const begins = (text: string) => `${escapeLike(text)}%`
  return sql<boolean>`(
    replace(number, '-', '') like ${begins(typed.toUpperCase().replaceAll('-', ''))} escape '\\'
    or email like ${begins(typed.toLowerCase())} escape '\\'
    or ${hasWordWith(sql.ref('name'), typed)}
  )`
}

export async function addLines<Row extends { id: string }>(db: Db, orders: Row[]) {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const rows = await db
    .selectFrom('orderLines')
    .select(['orderId', 'name', 'quantity'])
    .where('orderId', 'in', ids)
    .orderBy('orderId')
    .orderBy('position')
    .execute()
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return orders.map((order) => ({
    ...order,
    lines: (byOrder.get(order.id) ?? []).map(({ name, quantity }) => ({ name, quantity })),
  }))
}
