import { sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'
import { getOrders, type ListOrder, prefixEnd, sortOrders } from './subscriber-orders.server.ts'
import { type SubscriberRow, type SubscriberSort, type SubscriberState, subscriberStates } from './subscriber.ts'

/** Subscribers in one state or all, and only those that a term finds. With a term, the best matches come first. */
export type SubscriberFilter = { state?: SubscriberState; term?: string; sort?: SubscriberSort | undefined }

/** The page begins after or ends before this subscriber. */
export type ListCursor = { id: string; side: 'after' | 'before' }

export type SubscribersPage = { rows: SubscriberRow[]; hasEarlier: boolean; hasLater: boolean }

export const rowsOnAPage = 50

/**
 * A page of the list by keyset pagination, so that a page deep in a long list takes no longer than the first. Without a
 * term they are sorted, the newest first unless `sort` says otherwise; with one, addresses that begin with it, then domains that do, then the other matches. A cursor
 * that no longer exists gives the first page.
 */
export async function listSubscribers(
  { db }: { db: Db },
  { from, ...filter }: SubscriberFilter & { from?: ListCursor },
): Promise<SubscribersPage> {
  const start = from && (await findCursorRow(db, from.id))
  if (!from || !start) return readFirstPage(db, filter)
  const backwards = from.side === 'before'
  const found = await readRows(db, filter, { count: rowsOnAPage + 1, start, backwards })
  // There may be fewer rows before the cursor than when its page was shown.
  if (backwards && found.length <= rowsOnAPage) return readFirstPage(db, filter)
  const rows = found.slice(0, rowsOnAPage)
  if (backwards) return { rows: rows.toReversed(), hasEarlier: true, hasLater: true }
  return { rows, hasEarlier: true, hasLater: found.length > rowsOnAPage }
}

/** All subscribers in batches; one who is added or deleted meanwhile may be left out. */
export async function* streamSubscribers(
  { db }: { db: Db },
  filter: SubscriberFilter,
  batchSize = 500,
): AsyncGenerator<SubscriberRow[]> {
  for (let start: SubscriberRow | undefined; ;) {
    const rows = await readRows(db, filter, { count: batchSize, start })
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    start = rows.at(-1)
  }
}

export const findSubscriberRow = ({ db }: { db: Db }, id: string): Promise<SubscriberRow | undefined> =>
  db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()

async function readFirstPage(db: Db, filter: SubscriberFilter): Promise<SubscribersPage> {
  const found = await readRows(db, filter, { count: rowsOnAPage + 1 })
  return { rows: found.slice(0, rowsOnAPage), hasEarlier: false, hasLater: found.length > rowsOnAPage }
}

/** A subscriber who was just deleted is still a valid cursor. */
async function findCursorRow(db: Db, id: string): Promise<SubscriberRow | undefined> {
  return (
    (await findSubscriberRow({ db }, id)) ??
    (await db.selectFrom('deletedSubscribers').selectAll().where('id', '=', id).executeTakeFirst())
  )
}

type Range = { count: number; start: SubscriberRow | undefined; backwards: boolean }

async function readRows(
  db: Db,
  { state, term, sort }: SubscriberFilter,
  { count, start, backwards = false }: Pick<Range, 'count'> & Partial<Range>,
) {
  const orders = term ? getOrders(term) : [sortOrders[sort ?? 'newest']]
  if (backwards) orders.reverse()
  const startOrder = start ? orders.findIndex((order) => order.includes(start)) : 0
  const rows: SubscriberRow[] = []
  for (const [index, order] of orders.slice(Math.max(0, startOrder)).entries()) {
    const range = { count: count - rows.length, start: index === 0 ? start : undefined, backwards }
    const states = state ? [state] : order.scans ? [undefined] : subscriberStates
    const pages = await Promise.all(states.map((one) => readState(db, one, order, range)))
    rows.push(...mergePages(pages, order, backwards).slice(0, range.count))
    if (rows.length === count) break
  }
  return rows
}

/** Without a state, reads all of them. */
function readState(
  db: Db,
  state: SubscriberState | undefined,
  order: ListOrder,
  { count, start, backwards }: Range,
): Promise<SubscriberRow[]> {
  const { by, range, where, toKeys } = order
  const descending = order.descending !== backwards
  let query = db.selectFrom('subscribers').selectAll()
  if (state) query = query.where('state', '=', state)
  if (where) query = query.where(where)
  // The cursor replaces one end of the range: SQLite uses only one lower bound, and not always the nearer one.
  if (range && (!start || descending)) query = query.where(sql<boolean>`${range.of} >= ${range.prefix}`)
  if (range && (!start || !descending)) query = query.where(sql<boolean>`${range.of} < ${prefixEnd(range.prefix)}`)
  if (start) {
    const beyond = sql.raw(descending ? '<' : '>')
    query = query.where(sql<boolean>`(${sql.join(by)}) ${beyond} (${sql.join(toKeys(start))})`)
  }
  for (const key of by) query = query.orderBy(sql`${key} ${sql.raw(descending ? 'desc' : 'asc')}`)
  return query.limit(count).execute()
}

function mergePages(pages: SubscriberRow[][], { toKeys, descending }: ListOrder, backwards: boolean) {
  const sign = descending !== backwards ? -1 : 1
  return pages.flat().toSorted((a, b) => sign * compareKeys(toKeys(a), toKeys(b)))
}

function compareKeys(a: (string | number)[], b: (string | number)[]) {
  for (const [index, key] of a.entries()) {
    const other = b[index]
    if (other !== undefined && key !== other) return key < other ? -1 : 1
  }
  return 0
}
