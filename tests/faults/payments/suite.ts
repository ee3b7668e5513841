import type { Database } from '#app/database/connection.server.ts'
import { findUnbalanced, readBalances } from '#app/domain/ledger/ledger.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { editProduct } from '#tests/support/edit-product.ts'
import { product } from '#tests/support/shopper.ts'
import { isMorningEmailDue, type Suite } from '../suite.ts'
import type { World } from '../world.ts'
import { comparePayments } from './compare.ts'
import { payConcurrently, type PaymentServer } from './customers.ts'

/** Customers order and pay online, staff cancel, and the provider loses answers and events. */
export const payments: Suite = {
  name: 'payments',
  takesPayments: true,
  // Long enough for a fault to strike at any step of paying.
  withinMs: () => 1_500,
  async begin({ chance, clock, seen, servers, paymentServer: server, withDatabase }: World) {
    if (!server) throw new Error('there is no payment provider')
    const admin = await signInAsAdmin({ url: servers.urls[0]! })
    await editProduct(admin, product.id, { taxRate: '8.875' })
    const site = {
      get url() {
        return chance.oneOf(servers.urls)
      },
    }
    // A tenth of the answers are lost, and a tenth are errors.
    const faults = ['drop', 500, 429] as const
    server.state.fault = () => (chance.next() < 0.2 ? chance.oneOf(faults) : undefined)
    const cancel = (number: string) =>
      admin.post(`/admin/orders/${number}`, { from: 'new', to: 'cancelled' }).catch(() => {})
    return {
      act: ({ isOver }) => payConcurrently({ site, server, chance, seen, cancel }, isOver),
      isDrained: () => withDatabase((database) => isDrained(database, clock.now())),
      async judge() {
        const evidence = { ...(await withDatabase(readEvidence)), taken: listTaken(server) }
        const refunds = [...server.refunds.values()].length
        return {
          answered: evidence.taken.length,
          stored: evidence.payments.filter(({ state }) => state === 'paid').length,
          counts: { orders: evidence.orders.length, paid: evidence.taken.length, refunded: refunds },
          violations: comparePayments(evidence),
        }
      },
    }
  },
}

/** What the provider took and sent back. */
export const listTaken = ({ payments: taken, sessions }: PaymentServer) =>
  [...taken.values()].map(({ id, amount: cents, refunded: refundedCents, ...of }) => {
    const reference = of.reference ?? sessions.get(of.sessionId ?? '')?.reference ?? ''
    return { id, cents, refundedCents, reference }
  })

/** What the website has of it. */
export async function readEvidence({ db }: Database) {
  const emails = await db.selectFrom('emails').select('ids').where('kind', 'in', ['order-paid', 'fee-paid']).execute()
  const orders = await db.selectFrom('orders').select(['id', 'number', 'status', 'totalCents', 'paidWith']).execute()
  const lines = await db.selectFrom('orderLines').select(['orderId', 'taxCents']).execute()
  const taxes = Map.groupBy(lines, ({ orderId }) => orderId)
  return {
    orders: orders.map((order) => ({
      ...order,
      taxCents: (taxes.get(order.id) ?? []).reduce((sum, { taxCents }) => sum + (taxCents ?? 0), 0),
    })),
    payments: await db
      .selectFrom('payments')
      .select(['id', 'subject', 'state', 'providerId', 'paidCents', 'receiptNumber'])
      .execute(),
    refunds: await db.selectFrom('refunds').select(['paymentId', 'state', 'amountCents']).execute(),
    balances: await readBalances(db),
    unbalanced: await findUnbalanced(db),
    receipts: emails.map(({ ids }) => String(JSON.parse(ids).paymentId)),
  }
}

/** Whether nothing is open any more. What would take minutes or a day is made due now. */
async function isDrained(database: Database, now: number) {
  if (await isMorningEmailDue(database, now)) return false
  const { db } = database
  const open = await db.selectFrom('payments').select('id').where('state', '=', 'open').execute()
  const unsent = await db.selectFrom('refunds').select('id').where('state', '=', 'asked').execute()
  const unpaid = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'new')
    .where('payBy', 'is not', null)
    .execute()
  if (open.length + unsent.length + unpaid.length === 0) return true
  await database.transaction(async (tx) => {
    await tx.updateTable('payments').set({ askedAt: 0 }).where('state', '=', 'open').execute()
    await tx.updateTable('refunds').set({ triedAt: 1 }).where('state', '=', 'asked').execute()
    await tx.updateTable('orders').set({ payBy: 1 }).where('payBy', '>', 1).where('status', '=', 'new').execute()
    await createQueue(database).enqueue(tx, 'watch-payments', {}, { uniqueKey: 'watch-payments' })
  })
  return false
}
