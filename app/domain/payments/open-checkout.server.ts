import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import { type Payment, shortestCheckoutMs } from './payment.ts'
import { createCheckout, endUnopened, findOpenPayment, openPayment } from './payments.server.ts'
import type { Subject } from './subject.ts'

export type CheckoutDeps = { database: Database; payments: PaymentProvider }

/** What is to be paid, or how much may be charged to a card that is to be saved; the transaction that reads it has locked it. */
export type Due<Reason extends string> =
  | { ok: true; subject: Subject; amountCents: number; purpose?: 'pay' | 'card' }
  | { ok: false; reason: Reason }

type CheckoutRequest<Reason extends string> = {
  findDue(tx: Tx): Promise<Due<Reason>>
  /** What the provider shows: no names. */
  label: (subject: Subject) => string
  /** Of this website. */
  origin: string
  now: number
}

export type OpenCheckoutResult<Reason extends string> =
  | { ok: true; paymentId: string; url: string }
  /**
   * 'too-little': the provider takes no payment of so few cents. 'busy': it does not answer, and everything stays as it is.
   */
  | { ok: false; reason: Reason | 'too-little' | 'busy' }

/** Where something can be paid. Two tabs get the same checkout, so nobody pays twice. */
export async function openCheckout<Reason extends string>(
  deps: CheckoutDeps,
  { findDue, label, origin, now }: CheckoutRequest<Reason>,
): Promise<OpenCheckoutResult<Reason>> {
  const { database } = deps
  // A checkout that is over is replaced, once.
  for (const isLast of [false, true]) {
    const opened = await database.transaction(
      async (tx): Promise<Payment | Extract<OpenCheckoutResult<Reason>, { ok: false }>> => {
        const due = await findDue(tx)
        if (!due.ok) return due
        const { subject, amountCents, purpose = 'pay' } = due
        if (!canPayOnline(amountCents)) return { ok: false, reason: 'too-little' }
        const found = await findOpenPayment(tx, subject)
        if (found && !found.checkoutUrl && found.expiresAt < now + shortestCheckoutMs)
          await endUnopened(tx, found.id, now)
        return openPayment(tx, { subject, amountCents, purpose, origin, now })
      },
    )
    if ('ok' in opened) return opened
    const created = await createCheckout(deps, opened, { label: label(opened.subject), now })
    if (created.ok) return { ...created, paymentId: opened.id }
    if (created.reason === 'busy') return { ok: false, reason: 'busy' }
    if (!isLast) await endUnopened(database.db, opened.id, now)
  }
  return { ok: false, reason: 'busy' }
}
