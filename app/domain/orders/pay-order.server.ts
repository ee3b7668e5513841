import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { createCheckout, endPayment, findOpenPayment, openPayment } from '#app/domain/payments/payments.server.ts'
import { canPayOnline } from '#app/domain/payments/can-pay-online.ts'
import { type Payment, shortestCheckoutMs } from '#app/domain/payments/payment.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import { sumRefunds } from '#app/domain/payments/refunds.server.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import { canBePaid, type Order } from './order.ts'

/** How long an order to be paid online waits for it. */
export const payWithinMs = 24 * 60 * 60_000

type Deps = { database: Database; payments: PaymentProvider }

/** `label`: what the provider shows: no names. `origin`: of this website. */
type PayInput = { orderId: string; origin: string; label(number: string): string; now: number }

export type StartPayingResult =
  | { ok: true; url: string }
  /** 'too-little': the provider takes no payment of so few cents. */
  | { ok: false; reason: 'not-found' | 'paid' | 'over' | 'too-little' }
  /** The provider does not answer; the order stays as it is. */
  | { ok: false; reason: 'busy' }

/** Where the order can be paid. Two tabs get the same checkout, so nobody pays twice. */
export async function startPaying(deps: Deps, { orderId, origin, label, now }: PayInput): Promise<StartPayingResult> {
  const { database } = deps
  // A checkout that is over is replaced, once.
  for (const isLast of [false, true]) {
    const opened = await database.transaction(async (tx): Promise<Payment | StartPayingResult> => {
      const order = await lockOrder(tx, orderId)
      if (!order) return { ok: false, reason: 'not-found' }
      if (!canBePaid(order.status)) return { ok: false, reason: 'over' }
      if (order.paidWith !== undefined) return { ok: false, reason: 'paid' }
      if (!canPayOnline(order.totalCents)) return { ok: false, reason: 'too-little' }
      const found = await findOpenPayment(tx, orderId)
      // Nobody could have paid one whose address was never known.
      if (found && !found.checkoutUrl && found.expiresAt < now + shortestCheckoutMs) await endPayment(tx, found.id, now)
      const { number: orderNumber, totalCents: amountCents } = order
      return openPayment(tx, { orderId, orderNumber, amountCents, origin, now })
    })
    if ('ok' in opened) return opened
    const created = await createCheckout(deps, opened, label(opened.orderNumber))
    if (created.ok) return created
    if (created.reason === 'busy') return { ok: false, reason: 'busy' }
    if (!isLast) await endPayment(database.db, opened.id, now)
  }
  return { ok: false, reason: 'busy' }
}

type LockedOrder = Pick<Order, 'id' | 'number' | 'status' | 'email' | 'totalCents' | 'payBy' | 'paidWith'>

/** Locks the order's row until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder | undefined> {
  const row = await tx
    .updateTable('orders')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returning(['id', 'number', 'status', 'email', 'totalCents', 'payBy', 'paidWith'])
    .executeTakeFirst()
  return row && { ...row, payBy: row.payBy ?? undefined, paidWith: row.paidWith ?? undefined }
}

export type OrderMoney = {
  isPaid: boolean
  /** With refunds on their way. */
  refundedCents: number
  /** Whether a refund is still on its way. */
  isRefunding: boolean
  /** Whether a checkout is open, which may have been paid just now. */
  isOpen: boolean
  receiptNumber: number | undefined
}

/** What was paid online for an order and sent back; undefined if nobody ever began to. */
export async function findOrderMoney(
  { db }: Pick<Database, 'db'>,
  { id, paidWith }: Pick<Order, 'id' | 'paidWith'>,
): Promise<OrderMoney | undefined> {
  const { payments, refunds } = await listPayments(db, id)
  if (payments.length === 0) return undefined
  return {
    isPaid: paidWith !== undefined,
    refundedCents: sumRefunds(refunds),
    isRefunding: refunds.some(({ state }) => state === 'asked'),
    isOpen: payments.some(({ state, checkoutUrl }) => state === 'open' && checkoutUrl !== undefined),
    receiptNumber: payments.find(({ receiptNumber }) => receiptNumber !== undefined)?.receiptNumber,
  }
}

/** The address of the open checkout of an order. */
export const findCheckoutUrl = async ({ db }: Pick<Database, 'db'>, orderId: string) =>
  (await findOpenPayment(db, orderId))?.checkoutUrl
