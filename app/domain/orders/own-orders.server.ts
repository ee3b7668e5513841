import type { Database } from '#app/database/connection.server.ts'
import type { Db } from '#app/database/tables.ts'
import type { OrderRow } from './order.ts'

const most = 50

/**
 * The orders of whoever proved this address, the newest first. An address that was only typed into a sign-up form
 * shows nothing: it may be anybody's.
 */
export async function ownOrders(
  { db }: Pick<Database, 'db'>,
  { email, isVerified }: { email: string; isVerified: boolean },
): Promise<OrderRow[]> {
  if (!isVerified) return []
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'name', 'total_cents', 'placed_at'])
    .where('email', '=', email)
    .orderBy('placed_at', 'desc')
    .limit(most)
    .execute()
  const lines = await linesOfAll(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ total_cents: totalCents, placed_at: placedAt, ...row }) => ({
    ...row,
    totalCents,
    placedAt,
    lines: lines.get(row.id) ?? [],
  }))
}

async function linesOfAll(db: Db, orderIds: string[]) {
  const lines = new Map<string, OrderRow['lines']>()
  if (orderIds.length === 0) return lines
  const rows = await db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'quantity'])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  for (const { order_id: id, name, quantity } of rows) lines.set(id, [...(lines.get(id) ?? []), { name, quantity }])
  return lines
}
