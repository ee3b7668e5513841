import type { Db } from '#app/database/tables.ts'
import { type DataSubject, type Exported, type ExportItem, toInstant } from '#app/domain/shared/data-subject.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { exportPayments } from '#app/domain/payments/export-payments.server.ts'
import { orderSubject } from './order.ts'
import { findOrder } from './orders.server.ts'

/** The orders to a person's addresses with their name; another name may be another person. */
export async function findSubjectsOrders(db: Db, { emails, isNamed }: DataSubject) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number', 'name', 'status'])
    .where('email', 'in', emails)
    .orderBy('placedAt', 'desc')
    .execute()
  return rows.filter(({ name }) => isNamed(name))
}

export async function exportOrdersOf({ db }: { db: Db }, subject: DataSubject): Promise<Exported> {
  const ids = (await findSubjectsOrders(db, subject)).map(({ id }) => id)
  const changes = await db
    .selectFrom('orderChanges')
    .selectAll()
    .where('orderId', 'in', ids)
    .orderBy('changedAt')
    .execute()
  const items: ExportItem[] = []
  for (const id of ids) {
    const order = await findOrder({ db }, id)
    if (!order) continue
    const { number, status, name, email, phone, note, totalCents, placedAt, lines } = order
    items.push({
      number,
      status,
      placedAt: toInstant(placedAt),
      name,
      email,
      phone,
      note,
      total: formatCents(totalCents),
      items: lines.map((line) => ({
        name: line.name,
        quantity: line.quantity,
        price: formatCents(line.priceCents),
        ...(line.tax && { salesTax: formatCents(line.tax.cents) }),
      })),
      ...(await exportPayments(db, orderSubject(order))),
      changes: changes
        .filter(({ orderId }) => orderId === id)
        .map((change) => ({ status: change.status, changedAt: toInstant(change.changedAt) })),
    })
  }
  return { items, ids }
}
