import type { Db } from '#app/database/tables.ts'
import type { OrderStatus } from './order.ts'

const openStatuses = ['new', 'confirmed', 'ready'] as const satisfies OrderStatus[]

/** How many of each product and form are set aside for orders that are neither picked up nor canceled. */
export async function countOpenPieces(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .where('status', 'in', openStatuses)
    .groupBy('productId')
    .select(['productId', ({ fn }) => fn.sum<number>('quantity').as('pieces')])
    .execute()
  return new Map(rows.map(({ productId, pieces }) => [productId, Number(pieces)]))
}

/** How many orders with the product, in any of its forms, are neither picked up nor canceled. */
export async function countOpenOrders(db: Db, productId: string) {
  const { count } = await db
    .selectFrom('orders')
    .where('status', 'in', openStatuses)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('orderLines')
        .select('orderId')
        .where(({ eb, or }) => or([eb('productId', '=', productId), eb('productId', 'like', `${productId}.%`)])),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
