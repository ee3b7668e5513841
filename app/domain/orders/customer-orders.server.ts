import type { Database } from '#app/database/connection.server.ts'
import type { OrderRow } from './order.ts'
import { loadOrderLines } from './order-list.server.ts'

const most = 50

/**
 * The orders that were placed while signed in, and those of the proved address, the newest first. An address that was
 * only typed into a sign-up form shows nothing: it may be anybody's.
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
    .limit(most)
    .execute()
  const lines = await loadOrderLines(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ totalCents, placedAt, ...row }) => ({
    ...row,
    totalCents,
    placedAt,
    lines: lines.get(row.id) ?? [],
  }))
}
