import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { StockDeps } from '#app/domain/catalogue/stock.server.ts'
import { findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { checkPayment } from './check-payment.server.ts'
import { moveStock } from './order-stock.server.ts'

/** Has every order that nobody paid in time ended. */
export async function endUnpaidSoon({ database, queue }: { database: Database; queue: Queue }, now: number) {
  const overdue = await database.db
    .selectFrom('orders')
    .select('id')
    .where('payBy', '<=', now)
    .where('status', '=', 'new')
    .where('paidWith', 'is', null)
    .execute()
  if (overdue.length === 0) return
  await database.transaction(async (tx) => {
    for (const { id: orderId } of overdue)
      await queue.enqueue(tx, 'end-unpaid-order', { orderId }, { uniqueKey: `end-unpaid-order:${orderId}` })
  })
}

type Deps = StockDeps & { database: Database; queue: Queue; mailDomain: string; payments: PaymentProvider }

/**
 * Ends an order that was to be paid online and was not: its pieces go back to the stock, and the customer is told. Its
 * checkout is ended first. One that staff confirmed meanwhile is theirs to decide. False if it has to be tried again.
 */
export async function endUnpaidOrder(deps: Deps, orderId: string, now: number): Promise<boolean> {
  const { database, queue, mailDomain } = deps
  const open = await findOpenPayment(database.db, orderId)
  if (open && ['open', 'busy'].includes(await checkPayment(deps, open.id, now))) return false
  return database.transaction(async (tx) => {
    const order = await tx
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('id', '=', orderId)
      .where('status', '=', 'new')
      .where('payBy', '<=', now)
      .where('paidWith', 'is', null)
      .returning(['number', 'email'])
      .executeTakeFirst()
    if (!order) return true
    // Begun since it was asked about.
    if (await findOpenPayment(tx, orderId)) {
      await tx.updateTable('orders').set({ status: 'new' }).where('id', '=', orderId).execute()
      return false
    }
    await tx.updateTable('orders').set({ payBy: null }).where('id', '=', orderId).execute()
    const change = {
      id: randomUUIDv7(),
      orderId,
      status: 'cancelled' as const,
      changedAt: now,
      told: order.email ? 1 : 0,
    }
    await tx.insertInto('orderChanges').values(change).execute()
    await moveStock(deps, tx, { id: orderId, number: order.number, from: 'new', to: 'cancelled', now })
    const email = { kind: 'order-unpaid' as const, ids: { orderId }, recipient: order.email }
    if (order.email) await sendEmail({ tx, queue, mailDomain }, email)
    return true
  })
}
