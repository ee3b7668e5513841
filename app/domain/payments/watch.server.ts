import type { Database } from '#app/database/connection.server.ts'
import type { PaymentEvent } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { forgetSoon } from './cards.server.ts'
import { checkSoon } from './payments.server.ts'
import { isComparisonDue } from './provider-health.server.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The provider repeats an event for three days. */
const rememberMs = 30 * day

type Deps = { database: Database; queue: Queue }

/** What the provider posted is a hint: each event, once, has it asked about that payment. */
export async function receiveEvent({ database, queue }: Deps, event: PaymentEvent, now: number) {
  const { id, isOurs, checkoutId } = event
  if (!isOurs || checkoutId === undefined) return
  await database.transaction(async (tx) => {
    const payment = await tx.selectFrom('payments').select('id').where('checkoutId', '=', checkoutId).executeTakeFirst()
    if (!payment) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('paymentEvents')
      .values({ id, receivedAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows) await checkSoon(queue, tx, payment.id)
  })
}

/**
 * Has the provider asked about every open payment, and what failed tried again: refunds, and forgetting cards that are not
 * wanted. So no event has to arrive, and no customer has to come back.
 */
export async function watchPayments({ database, queue }: Deps, now: number) {
  const { db } = database
  const open = await db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'open')
    .where('askedAt', '<=', now - 2 * minute)
    .where(({ eb, or }) => or([eb('chargeAt', 'is', null), eb('chargeAt', '<=', now)]))
    .execute()
  const unsent = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'asked')
    .where('waits', 'is', null)
    .where(({ eb, fn }) => eb(fn.coalesce('triedAt', 'askedAt'), '<=', now - 5 * minute))
    .execute()
  const unwanted = await db
    .selectFrom('savedCards')
    .innerJoin('payments', 'payments.id', 'savedCards.id')
    .select('savedCards.id')
    .where('forgottenAt', 'is', null)
    .where('state', '=', 'ended')
    .execute()
  const isDue = await isComparisonDue(db, now)
  if (open.length + unsent.length + unwanted.length === 0 && !isDue) return
  await database.transaction(async (tx) => {
    if (isDue) await queue.enqueue(tx, 'reconcile-payments', {}, { uniqueKey: 'reconcile-payments-again' })
    for (const { id } of open) await checkSoon(queue, tx, id)
    for (const { id: refundId } of unsent)
      await queue.enqueue(tx, 'send-refund', { refundId }, { uniqueKey: `send-refund:${refundId}` })
    for (const { id } of unwanted) await forgetSoon(queue, tx, id)
  })
}

export const deleteOldEvents = ({ database: { db } }: Pick<Deps, 'database'>, now: number) =>
  db
    .deleteFrom('paymentEvents')
    .where('receivedAt', '<', now - rememberMs)
    .execute()
