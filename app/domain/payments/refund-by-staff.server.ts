import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { findPayable, type Payables } from './payable.ts'
import { findPayment } from './payments.server.ts'
import { askRefund, type AskRefundResult } from './refunds.server.ts'

type Deps = { database: Database; queue: Queue; vault: Vault; payables: Payables }

/** `key`: of the form, so that pressing twice is one refund. `seenCents`: what had been refunded on its page. */
type RefundInput = { paymentId: string; key: string; amountCents: number; seenCents: number; now: number }

/** Sends back a part of a payment, or all of it; what was paid for stays as it is. */
export function refundByStaff(
  { database, queue, vault, payables }: Deps,
  actor: Actor,
  { key: id, ...input }: RefundInput,
): Promise<AskRefundResult | { ok: false; reason: 'not-found' }> {
  return database.transaction(async (tx) => {
    const payment = await findPayment(tx, input.paymentId)
    if (payment?.state !== 'paid') return { ok: false, reason: 'not-found' }
    const { payable, ref } = findPayable(payables, payment.subject)
    await payable.lock(tx, ref)
    const mostCents = await payable.refundable?.(tx, payment)
    const asked = await askRefund({ tx, queue }, { ...input, id, reason: 'staff', mostCents })
    if (!asked.ok || !asked.isNew) return asked
    if (asked.leftCents === 0) await payable.release(tx, payment)
    const detail = `${formatCents(input.amountCents)} of ${payment.subject.replace(':', ' ')}`
    await recordAct({ tx, vault }, actor, { act: 'payment.refunded', record: `payment:${payment.id}`, detail })
    return asked
  })
}
