import type { Tx } from '#app/database/tables.ts'
import type { StockDeps } from '#app/domain/catalogue/stock.server.ts'
import { moveDeskSale } from './desk-sale.server.ts'
import { type CardSpent, moveCard } from './order-gift-card.server.ts'
import { moveStock, type SoldOut } from './order-stock.server.ts'
import type { OrderStatus } from './order.ts'

type Move = { id: string; number: string; from: OrderStatus; to: OrderStatus; now: number }

/**
 * What an order took when it was placed goes back when it is canceled, and is taken again when it is reopened, or the change
 * is refused. What is paid at the desk is sold when it is picked up.
 */
export async function moveHoldings(deps: StockDeps, tx: Tx, move: Move): Promise<{ ok: true } | SoldOut | CardSpent> {
  const card = await moveCard(tx, move)
  if (!card.ok) return card
  const stock = await moveStock(deps, tx, move)
  if (stock.ok) await moveDeskSale(tx, move)
  return stock
}
