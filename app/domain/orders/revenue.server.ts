import { sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'

export type ProductRevenue = { productId: string; name: string; orders: number; cents: number }

/** What was ordered within an interval, without canceled orders, by product; names and prices as of the order. */
export async function sumRevenueByProduct(
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<ProductRevenue[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .where('orders.placedAt', '>=', from)
    .where('orders.placedAt', '<', until)
    .where('orders.status', '<>', 'cancelled')
    .select(['orderLines.productId', ({ fn }) => fn.max('orderLines.name').as('name')])
    .select(({ fn }) => fn.count<number>('orders.id').distinct().as('orders'))
    .select(sql<number>`sum(price_cents * quantity)`.as('cents'))
    .groupBy('orderLines.productId')
    .execute()
  return rows.map(({ orders, cents, ...product }) => ({ ...product, orders: Number(orders), cents: Number(cents) }))
}
