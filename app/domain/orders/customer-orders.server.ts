import type { Database } from '#app/database/connection.server.ts'
import type { OrderRow } from './order.ts'
import { addLines } from './order-list.server.ts'

const most = 50

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
    .limit(most)
    .execute()
  return addLines(db, rows)
}
