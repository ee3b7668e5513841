import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import { isLow, shownLeft, type Stock } from './stock.ts'

export type StockDeps = { pages: Pick<Purges, 'purge'> }

/** What an order takes: each product or form once. */
export type Taken = { saleItem: string; quantity: number }

/** Why an order changes the stock, by its number. */
type Because = { kind: 'ordered' | 'canceled' | 'reopened'; orderNumber: string; now: number }

export async function readStock({ db }: Pick<Database, 'db'>): Promise<Stock> {
  const rows = await db.selectFrom('stock').select(['saleItem', 'count']).execute()
  return new Map(rows.map(({ saleItem, count }) => [saleItem, count]))
}

/** What is counted and low or sold out, with the time of its last change. */
export async function listLowStock({ db }: Pick<Database, 'db'>) {
  const rows = await db
    .selectFrom('stock')
    .select(['saleItem', 'count as left', 'changedAt'])
    .orderBy('count')
    .execute()
  return rows.filter(({ left }) => isLow(left))
}

/** `left`: of what there is too little. */
export type ReserveResult = { ok: true } | { ok: false; reason: 'too-few'; left: Stock }

/** Takes all of it, or the caller refuses. What is not counted is not taken. */
export async function reserveStock(
  deps: StockDeps,
  tx: Tx,
  { lines, ...because }: Because & { lines: readonly Taken[] },
): Promise<ReserveResult> {
  const tooFew = new Map<string, number>()
  const movements: Tables['stockMovements'][] = []
  for (const { saleItem, quantity } of await listCounted(tx, lines)) {
    const after = await change(tx, saleItem, -quantity, because.now)
    if (after === undefined) {
      const row = await tx.selectFrom('stock').select('count').where('saleItem', '=', saleItem).executeTakeFirst()
      // Otherwise its counting has just ended.
      if (row) tooFew.set(saleItem, row.count)
      continue
    }
    movements.push(toMovement({ ...because, saleItem, before: after + quantity, after }))
  }
  if (tooFew.size > 0) return { ok: false, reason: 'too-few', left: tooFew }
  await recordMovements(deps, tx, movements)
  return { ok: true }
}

/** Puts back what an order had; its counting may have begun or ended since. */
export async function releaseStock(
  deps: StockDeps,
  tx: Tx,
  { lines, ...because }: Because & { lines: readonly Taken[] },
) {
  const movements: Tables['stockMovements'][] = []
  for (const { saleItem, quantity } of await listCounted(tx, lines)) {
    const after = await change(tx, saleItem, quantity, because.now)
    if (after !== undefined) movements.push(toMovement({ ...because, saleItem, before: after - quantity, after }))
  }
  await recordMovements(deps, tx, movements)
}

/** In one order, so that two transactions never wait for each other's rows. */
async function listCounted(tx: Tx, lines: readonly Taken[]) {
  const ids = lines.map(({ saleItem }) => saleItem)
  const rows = await tx.selectFrom('stock').select('saleItem').where('saleItem', 'in', ids).execute()
  const counted = new Set(rows.map(({ saleItem }) => saleItem))
  return lines
    .filter(({ saleItem }) => counted.has(saleItem))
    .toSorted((one, other) => (one.saleItem < other.saleItem ? -1 : 1))
}

/** The new count; undefined if it is not counted, or would be below zero. */
export async function change(tx: Tx, saleItem: string, by: number, now: number) {
  const row = await tx
    .updateTable('stock')
    .set((row) => ({ count: row('count', '+', by), changedAt: now }))
    .where('saleItem', '=', saleItem)
    .where('count', '>=', -by)
    .returning('count')
    .executeTakeFirst()
  return row?.count
}

type Movement = Pick<Tables['stockMovements'], 'saleItem' | 'kind' | 'before' | 'after'> &
  Partial<Pick<Tables['stockMovements'], 'orderNumber' | 'reason' | 'who'>> & { now: number }

export const toMovement = ({ now, orderNumber = null, reason = null, who = null, ...movement }: Movement) => ({
  ...movement,
  id: randomUUIDv7(),
  at: now,
  orderNumber,
  reason,
  who,
})

/** Pages are purged only if they say something else now. */
export async function recordMovements({ pages }: StockDeps, tx: Tx, movements: readonly Tables['stockMovements'][]) {
  if (movements.length === 0) return
  await tx.insertInto('stockMovements').values(movements).execute()
  const isShown = movements.some(
    ({ before, after }) => shownLeft(before ?? undefined) !== shownLeft(after ?? undefined),
  )
  if (isShown) await pages.purge(tx, 'stock')
}
