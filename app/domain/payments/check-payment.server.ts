import type { Database } from '#app/database/connection.server.ts'
import type { Answer, Checkout, PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { saveCard } from './cards.server.ts'
import { chargeSavedCard } from './charge-card.server.ts'
import { findPayable, type Payables } from './payable.ts'
import type { Payment } from './payment.ts'
import { noteAnswer } from './provider-health.server.ts'
import { endPayment, endUnopened, findPayment, noteAsked } from './payments.server.ts'
import { recordMoney } from './record-money.server.ts'

export type CheckDeps = { database: Database; queue: Queue; payments: PaymentProvider; payables: Payables }

/** 'busy': the provider does not say; it has to be asked again. */
export type CheckPaymentResult = Payment['state'] | 'not-found' | 'busy'

/**
 * Asks the provider about a payment, and records what it says. Webhooks, the customer's return and the recurring job all
 * lead here, in any order and as often as they like. What can't be paid any more is ended at the provider first.
 */
export async function checkPayment(deps: CheckDeps, id: string, now: number): Promise<CheckPaymentResult> {
  const { db } = deps.database
  const payment = await findPayment(db, id)
  if (payment?.state !== 'open') return payment?.state ?? 'not-found'
  await noteAsked(db, id, now)
  if (payment.purpose === 'charge') return chargeSavedCard(deps, payment, now)
  const { payable, ref } = findPayable(deps.payables, payment.subject)
  const isOver = payment.expiresAt <= now || (await payable.isOver(db, ref, now))
  if (payment.checkoutId === undefined) {
    return isOver && (await endUnopened(db, id, now)) ? 'ended' : 'open'
  }
  const answer = await ask(deps.payments, payment.checkoutId, isOver)
  await noteAnswer(deps.database, 'read', answer, now)
  if (!answer.ok || answer.reference !== id) return 'busy'
  if (answer.state === 'saved' && answer.card) return saveCard(deps, payment, answer.card, now)
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

async function recordOutcome(deps: CheckDeps, payment: Payment, { amountCents, paymentId }: Checkout, now: number) {
  // Of another currency: only a person can say what it is.
  if (amountCents === 0 || paymentId === undefined) return 'busy'
  return recordMoney(deps, payment, { amountCents, paymentId, now })
}
