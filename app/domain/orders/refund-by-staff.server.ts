import type { Database } from '#app/database/connection.server.ts'
import { type Actor, recordAct } from '#app/domain/audit/audit.server.ts'
import { findPayment } from '#app/domain/payments/payments.server.ts'
import { askRefund, type AskRefundResult } from '#app/domain/payments/refunds.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { lockOrder } from './pay-order.server.ts'

/** `key`: of the form, so that pressing twice is one refund. `seenCents`: what had been refunded on its page. */
type RefundInput = { paymentId: string; key: string; amountCents: number; seenCents: number; now: number }

/** Sends back a part of a payment, or all of it; the order itself stays as it is. */
export function refundByStaff(
  { database, queue, vault }: { database: Database; queue: Queue; vault: Vault },
  actor: Actor,
  { key: id, ...input }: RefundInput,
): Promise<AskRefundResult | { ok: false; reason: 'not-found' }> {
  return database.transaction(async (tx) => {
    const payment = await findPayment(tx, input.paymentId)
    if (payment?.state !== 'paid') return { ok: false, reason: 'not-found' }
    const order = await lockOrder(tx, payment.orderId)
    const asked = await askRefund({ tx, queue }, { ...input, id, reason: 'staff' })
    if (!asked.ok || !asked.isNew) return asked
    if (asked.leftCents === 0 && order?.paidWith === payment.id)
      await tx.updateTable('orders').set({ paidWith: null }).where('id', '=', order.id).execute()
    const detail = `${formatCents(input.amountCents)} of order ${payment.orderNumber}`
    await recordAct({ tx, vault }, actor, { act: 'payment.refunded', record: `payment:${payment.id}`, detail })
    return asked
  })
}
