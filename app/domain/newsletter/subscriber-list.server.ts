import { sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'
import { behind, type ListOrder, newestFirst, ordersFor } from './subscriber-orders.server.ts'
import { type SubscriberState, subscriberStates } from './subscriber.ts'
import type { SubscriberRow } from './subscriber-rows.server.ts'

/** Which subscribers: all or those in one state, all or those that a term finds. */
export type SubscriberFilter = { state?: SubscriberState; term?: string }

/** A page begins behind or ends before that subscriber. */
export type ListCursor = { id: string; side: 'after' | 'before' }

export type SubscribersPage = { rows: SubscriberRow[]; hasEarlier: boolean; hasLater: boolean }

export const rowsOnAPage = 50

/**
 * A page of the list: newest first, or what a term finds: by the beginning of the address, of its domain, then anywhere in
 * it. Nothing is counted and nothing skipped, so that a page deep in a long list takes no longer than the first. From
 * somebody who is no longer there it is the first page.
 */
export async function subscribersPage(
  { db }: { db: Db },
  { from, ...wanted }: SubscriberFilter & { from?: ListCursor },
): Promise<SubscribersPage> {
  const start = from && (await rowOrTrace(db, from.id))
  if (!from || !start) return firstPage(db, wanted)
  const backwards = from.side === 'before'
  const found = await readOn(db, wanted, { count: rowsOnAPage + 1, start, backwards })
  // What stands before the second page may have become less.
  if (backwards && found.length <= rowsOnAPage) return firstPage(db, wanted)
  const rows = found.slice(0, rowsOnAPage)
  if (backwards) return { rows: rows.toReversed(), hasEarlier: true, hasLater: true }
  return { rows, hasEarlier: true, hasLater: found.length > rowsOnAPage }
}

/** Everybody who is wanted, some at a time, so that no list is too long; whoever comes or goes meanwhile may be left out. */
export async function* everySubscriber(
  { db }: { db: Db },
  wanted: SubscriberFilter,
  atOnce = 500,
): AsyncGenerator<SubscriberRow[]> {
  for (let start: SubscriberRow | undefined; ;) {
    const rows = await readOn(db, wanted, { count: atOnce, start })
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    start = rows.at(-1)
  }
}

export const findInList = ({ db }: { db: Db }, id: string): Promise<SubscriberRow | undefined> =>
  db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()

async function firstPage(db: Db, wanted: SubscriberFilter): Promise<SubscribersPage> {
  const found = await readOn(db, wanted, { count: rowsOnAPage + 1 })
  return { rows: found.slice(0, rowsOnAPage), hasEarlier: false, hasLater: found.length > rowsOnAPage }
}

/** Somebody just deleted still says where a page began. */
async function rowOrTrace(db: Db, id: string): Promise<SubscriberRow | undefined> {
  return (
    (await findInList({ db }, id)) ??
    (await db.selectFrom('deletedSubscribers').selectAll().where('id', '=', id).executeTakeFirst())
  )
}

type Reading = { count: number; start: SubscriberRow | undefined; backwards: boolean }

async function readOn(
  db: Db,
  { state, term }: SubscriberFilter,
  { count, start, backwards = false }: Pick<Reading, 'count'> & Partial<Reading>,
) {
  const orders = term ? ordersFor(term) : [newestFirst]
  if (backwards) orders.reverse()
  const first = start
    ? Math.max(
        0,
        orders.findIndex((order) => order.includes(start)),
      )
    : 0
  const rows: SubscriberRow[] = []
  for (const [index, order] of orders.slice(first).entries()) {
    const reading = { count: count - rows.length, start: index === 0 ? start : undefined, backwards }
    const states = state ? [state] : order.scans ? [undefined] : subscriberStates
    const pages = await Promise.all(states.map((one) => inState(db, one, order, reading)))
    rows.push(...merged(pages, order, backwards).slice(0, reading.count))
    if (rows.length === count) break
  }
  return rows
}

/** Without a state, in all of them. */
function inState(
  db: Db,
  state: SubscriberState | undefined,
  order: ListOrder,
  { count, start, backwards }: Reading,
): Promise<SubscriberRow[]> {
  const { by, range, where, keysOf } = order
  const descending = order.descending !== backwards
  let query = db.selectFrom('subscribers').selectAll()
  if (state) query = query.where('state', '=', state)
  if (where) query = query.where(where)
  // The start takes the place of one end: SQLite uses only one beginning of a range, and not always the nearer one.
  if (range && (!start || descending)) query = query.where(sql<boolean>`${range.of} >= ${range.prefix}`)
  if (range && (!start || !descending)) query = query.where(sql<boolean>`${range.of} < ${behind(range.prefix)}`)
  if (start) {
    const beyond = sql.raw(descending ? '<' : '>')
    query = query.where(sql<boolean>`(${sql.join(by)}) ${beyond} (${sql.join(keysOf(start))})`)
  }
  for (const key of by) query = query.orderBy(sql`${key} ${sql.raw(descending ? 'desc' : 'asc')}`)
  return query.limit(count).execute()
}

/** The pages of all states as one. */
function merged(pages: SubscriberRow[][], { keysOf, descending }: ListOrder, backwards: boolean) {
  const sign = descending !== backwards ? -1 : 1
  return pages.flat().toSorted((a, b) => sign * compared(keysOf(a), keysOf(b)))
}

function compared(a: (string | number)[], b: (string | number)[]) {
  for (const [index, key] of a.entries()) {
    const other = b[index]
    if (other !== undefined && key !== other) return key < other ? -1 : 1
  }
  return 0
}
