import type { Database } from '#app/database/connection.server.ts'
import type { Answer, Checkout, PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { findPayable, type Payables } from './payable.ts'
import type { Payment } from './payment.ts'
import { endPayment, findPayment, noteAsked, recordPaid } from './payments.server.ts'
import { askFullRefund } from './refunds.server.ts'

export type CheckDeps = { database: Database; queue: Queue; payments: PaymentProvider; payables: Payables }

/** 'busy': the provider does not say; it has to be asked again. */
export type CheckPaymentResult = 'open' | 'paid' | 'ended' | 'not-found' | 'busy'

/**
 * Asks the provider about a payment, and records what it says. Webhooks, the customer's return and the recurring job all
 * lead here, in any order and as often as they like. What can't be paid any more is ended at the provider first.
 */
export async function checkPayment(deps: CheckDeps, id: string, now: number): Promise<CheckPaymentResult> {
  const { db } = deps.database
  const payment = await findPayment(db, id)
  if (payment?.state !== 'open') return payment?.state ?? 'not-found'
  await noteAsked(db, id, now)
  const { payable, ref } = findPayable(deps.payables, payment.subject)
  const isOver = payment.expiresAt <= now || (await payable.isOver(db, ref, now))
  if (payment.checkoutId === undefined) {
    // Its address was never known, so nobody can have paid.
    if (isOver) await endPayment(db, id, now)
    return isOver ? 'ended' : 'open'
  }
  const answer = await ask(deps.payments, payment.checkoutId, isOver)
  if (!answer.ok || answer.reference !== id) return 'busy'
  if (answer.state === 'paid') return recordOutcome(deps, payment, answer, now)
  if (answer.state === 'expired') await endPayment(db, id, now)
  return answer.state === 'expired' ? 'ended' : 'open'
}

async function ask(payments: PaymentProvider, checkoutId: string, isOver: boolean): Promise<Answer<Checkout>> {
  const answer = await payments.readCheckout(checkoutId)
  if (!answer.ok || !isOver || answer.state !== 'open') return answer
  await payments.expireCheckout(checkoutId)
  // It may have been paid right before.
  return payments.readCheckout(checkoutId)
}

/** Money that arrived is used, or sent back, in one transaction with the ledger. */
async function recordOutcome(
  { database, queue, payables }: CheckDeps,
  payment: Payment,
  { amountCents, paymentId }: Checkout,
  now: number,
): Promise<CheckPaymentResult> {
  // Of another currency: only a person can say what it is.
  if (amountCents === 0 || paymentId === undefined) return 'busy'
  const { payable, ref } = findPayable(payables, payment.subject)
  await database.transaction(async (tx) => {
    await payable.lock(tx, ref)
    if (!(await recordPaid(tx, payment, { amountCents, paymentId }, now))) return
    const reason = await payable.use(tx, { ...payment, paidCents: amountCents }, now)
    if (reason) await askFullRefund({ tx, queue }, { paymentId: payment.id, reason, now })
  })
  return 'paid'
}
