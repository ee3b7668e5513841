import type { Db } from '#app/database/tables.ts'
import type { OrderStatus } from './order.ts'

const openStatuses = ['new', 'confirmed', 'ready'] as const satisfies OrderStatus[]

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
