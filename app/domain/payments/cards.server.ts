import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import type { PaymentProvider, SavedCard as ProviderCard } from '#app/integrations/payments/payment-provider.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { findPayable, type Payables } from './payable.ts'
import type { Payment, SavedCard } from './payment.ts'

type SaveDeps = { database: Database; queue: Queue; payables: Payables }

/**
 * Records a card that a checkout saved, once. One that is not wanted any more is forgotten at once; its payment ends, so
 * that nothing is charged to it until then.
 */
export async function saveCard(
  { database, queue, payables }: SaveDeps,
  payment: Payment,
  { customer, method }: ProviderCard,
  now: number,
): Promise<'saved' | 'ended'> {
  const { id, subject, amountCents: mostCents } = payment
  const { payable, ref } = findPayable(payables, subject)
  return database.transaction(async (tx) => {
    await payable.lock(tx, ref)
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({ state: 'saved', endedAt: now })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'saved'
    await tx.insertInto('savedCards').values({ id, subject, customer, method, mostCents, savedAt: now }).execute()
    if (await payable.keepCard?.(tx, payment, now)) return 'saved'
    await tx.updateTable('payments').set({ state: 'ended' }).where('id', '=', id).execute()
    await forgetSoon(queue, tx, id)
    return 'ended'
  })
}

/** The newest card that is kept for one of these. */
export async function findCard(db: Db, subjects: readonly string[]): Promise<SavedCard | undefined> {
  const row = await db
    .selectFrom('savedCards')
    .selectAll()
    .where('subject', 'in', subjects)
    .where('forgottenAt', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('payments').select('id').where('state', '=', 'saved'))
    .orderBy('savedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && withoutNulls(row)
}

/** Those that nothing is about to be charged to. `isWanted`: it was saved for something that still wanted one. */
export async function listIdleCards(db: Db): Promise<(SavedCard & { isWanted: boolean })[]> {
  const rows = await db
    .selectFrom('savedCards')
    .innerJoin('payments as saving', 'saving.id', 'savedCards.id')
    .selectAll('savedCards')
    .select('saving.state')
    .where('forgottenAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.cardId', '=', 'savedCards.id')
            .where('payments.state', '=', 'open'),
        ),
      ),
    )
    .execute()
  return rows.map(({ state, ...card }) => ({ ...withoutNulls(card), isWanted: state === 'saved' }))
}

export const forgetSoon = (queue: Queue, tx: Tx, cardId: string, runAt = Date.now()) =>
  queue.enqueue(tx, 'forget-card', { cardId }, { uniqueKey: `forget-card:${cardId}`, runAt })

/** Has the provider delete a card; false if it has to be tried again. */
export async function forgetCard(
  { database: { db }, payments }: { database: Database; payments: PaymentProvider },
  id: string,
  now: number,
): Promise<boolean> {
  const card = await db
    .selectFrom('savedCards')
    .select(['customer', 'method'])
    .where('id', '=', id)
    .where('forgottenAt', 'is', null)
    .executeTakeFirst()
  if (!card) return true
  const { ok } = await payments.forgetCard(card)
  if (ok) await db.updateTable('savedCards').set({ forgottenAt: now }).where('id', '=', id).execute()
  return ok
}
