import type { Database } from '#app/database/connection.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { findPayable, type Payables } from './payable.ts'
import type { Payment } from './payment.ts'
import { recordPaid } from './payments.server.ts'
import { askFullRefund } from './refunds.server.ts'

type Deps = { database: Database; queue: Queue; payables: Payables }
type Arrived = { amountCents: number; paymentId: string; now: number }

/** Money that arrived is used, or sent back, in one transaction with the ledger. */
export async function recordMoney(
  { database, queue, payables }: Deps,
  payment: Payment,
  { now, ...arrived }: Arrived,
): Promise<'paid'> {
  const { payable, ref } = findPayable(payables, payment.subject)
  await database.transaction(async (tx) => {
    await payable.lock(tx, ref)
    if (!(await recordPaid(tx, payment, arrived, now))) return
    const reason = await payable.use(tx, { ...payment, paidCents: arrived.amountCents }, now)
    if (reason) await askFullRefund({ tx, queue }, { paymentId: payment.id, reason, now })
  })
  return 'paid'
}
