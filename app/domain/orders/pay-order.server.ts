import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { openCheckout } from '#app/domain/payments/open-checkout.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import { findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { sumRefunds } from '#app/domain/payments/refunds.server.ts'
import { readSubject } from '#app/domain/payments/subject.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import { canBePaid, dueCents, isCovered, type Order, orderSubject } from './order.ts'

/** How long an order to be paid online waits for it. */
export const payWithinMs = 24 * 60 * 60_000

type Deps = { database: Database; payments: PaymentProvider }

/** `label`: what the provider shows: no names. `origin`: of this website. */
type PayInput = { orderId: string; origin: string; label(number: string): string; now: number }

/** Where the order can be paid. */
export const startPaying = (deps: Deps, { orderId, origin, label, now }: PayInput) =>
  openCheckout<'not-found' | 'paid' | 'over'>(deps, {
    origin,
    now,
    label: (subject) => label(readSubject(subject).ref),
    async findDue(tx) {
      const number = await findNumber(tx, orderId)
      const order = number === undefined ? undefined : await lockOrder(tx, number)
      if (!order) return { ok: false, reason: 'not-found' }
      if (!canBePaid(order.status)) return { ok: false, reason: 'over' }
      if (order.paidWith !== undefined || isCovered(order)) return { ok: false, reason: 'paid' }
      return { ok: true, subject: orderSubject(order), amountCents: dueCents(order) }
    },
  })

async function findNumber(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db.selectFrom('orders').select('number').where('id', '=', orderId).executeTakeFirst()
  return row?.number
}

type LockedOrder = Pick<
  Order,
  'id' | 'number' | 'status' | 'email' | 'totalCents' | 'payBy' | 'paidWith' | 'giftCardCents'
>

/** Locks the order's row until the transaction ends. */
export async function lockOrder(tx: Tx, number: string): Promise<LockedOrder | undefined> {
  const row = await tx
    .updateTable('orders')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('number', '=', number)
    .returning(['id', 'number', 'status', 'email', 'totalCents', 'payBy', 'paidWith', 'giftCardCents'])
    .executeTakeFirst()
  return row && withoutNulls(row)
}

export type OrderMoney = {
  isPaid: boolean
  /** With refunds on their way. */
  refundedCents: number
  /** Whether a refund is still on its way. */
  isRefunding: boolean
  /** Nothing was sent yet: a manager does. */
  refundWaits: boolean
  /** Whether a checkout is open, which may have been paid just now. */
  isOpen: boolean
  receiptNumber: number | undefined
}

/** What was paid online for an order and sent back; undefined if nobody ever began to. */
export async function findOrderMoney(
  { db }: Pick<Database, 'db'>,
  { number, paidWith }: Pick<Order, 'number' | 'paidWith'>,
): Promise<OrderMoney | undefined> {
  const { payments, refunds } = await listPayments(db, orderSubject({ number }))
  if (payments.length === 0) return undefined
  return {
    isPaid: paidWith !== undefined,
    refundedCents: sumRefunds(refunds),
    isRefunding: refunds.some(({ state }) => state === 'asked'),
    refundWaits: refunds.some(({ state, waits }) => state === 'asked' && waits === 1),
    isOpen: payments.some(({ state, checkoutUrl }) => state === 'open' && checkoutUrl !== undefined),
    receiptNumber: payments.find(({ receiptNumber }) => receiptNumber !== undefined)?.receiptNumber,
  }
}

/** The address of the open checkout of an order. */
export async function findCheckoutUrl({ db }: Pick<Database, 'db'>, orderId: string): Promise<string | undefined> {
  const number = await findNumber(db, orderId)
  return number === undefined ? undefined : (await findOpenPayment(db, orderSubject({ number })))?.checkoutUrl
}
