import type { Tx } from '#app/database/tables.ts'
import type { Stock } from '#app/domain/catalogue/stock.ts'
import { releaseStock, reserveStock, type StockDeps } from '#app/domain/catalogue/stock.server.ts'
import type { OrderStatus } from './order.ts'

type StatusMove = { id: string; number: string; from: OrderStatus; to: OrderStatus; now: number }

/** `lines`: of what there is too little, with how many are left. */
export type SoldOut = { ok: false; reason: 'sold-out'; lines: { name: string; left: number }[] }

/**
 * An order has its pieces unless it is canceled, so only the way there and back moves them. It follows the update of the
 * order's status, which only one of two transactions makes.
 */
export async function moveStock(
  deps: StockDeps,
  tx: Tx,
  { id, number: orderNumber, from, to, now }: StatusMove,
): Promise<{ ok: true } | SoldOut> {
  const isCanceled = to === 'cancelled'
  if ((from === 'cancelled') === isCanceled) return { ok: true }
  const ordered = await tx
    .selectFrom('orderLines')
    .select(['productId as saleItem', 'quantity', 'name'])
    .where('orderId', '=', id)
    .execute()
  const lines = ordered.map(({ saleItem, quantity }) => ({ saleItem, quantity }))
  if (isCanceled) {
    await releaseStock(deps, tx, { lines, kind: 'canceled', orderNumber, now })
    return { ok: true }
  }
  const reserved = await reserveStock(deps, tx, { lines, kind: 'reopened', orderNumber, now })
  return reserved.ok ? reserved : { ok: false, reason: 'sold-out', lines: nameLines(ordered, reserved.left) }
}

const nameLines = (ordered: readonly { saleItem: string; name: string }[], tooFew: Stock) =>
  ordered.flatMap(({ saleItem, name }) => {
    const left = tooFew.get(saleItem)
    return left === undefined ? [] : [{ name, left }]
  })
