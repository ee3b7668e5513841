import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { isSuppressed, liftSuppression, suppress } from './suppressions.server.ts'

type Means = { database: Database; signer: Pick<Signer, 'fingerprint'> }

type Added = { ok: true } | { ok: false; reason: 'unsubscribed' | 'bounced' }

/**
 * Puts an address on the list as the clinic asks, without a letter and without a date (specification, section 3).
 * Who unsubscribed is added only by the explicit choice `despiteUnsubscribe`, also after their row was deleted; a
 * bounced address is first to be reset.
 */
export async function addByHand(
  { database, signer }: Means,
  { email, despiteUnsubscribe = false, now }: { email: string; despiteUnsubscribe?: boolean; now: number },
): Promise<Added> {
  return database.transaction(async (tx) => {
    const known = await tx
      .selectFrom('subscribers')
      .select(['id', 'state'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (known?.state === 'subscribed') return { ok: true }
    if (known?.state === 'bounced') return { ok: false, reason: 'bounced' }
    const left = known?.state === 'unsubscribed' || (await isSuppressed({ tx, signer }, email))
    if (left && !despiteUnsubscribe) return { ok: false, reason: 'unsubscribed' }
    await (known ? putBack(tx, known.id) : insert(tx, email, now))
    await liftSuppression({ tx, signer }, email)
    return { ok: true }
  })
}

/** Deletes the subscriber; that they had unsubscribed is remembered. Answers false when there is no such subscriber. */
export async function removeSubscriber({ database, signer }: Means, subscriberId: string, now: number) {
  return database.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('subscribers')
      .where('id', '=', subscriberId)
      .returning(['email', 'state'])
      .executeTakeFirst()
    if (removed?.state === 'unsubscribed') await suppress({ tx, signer }, removed.email, now)
    return removed !== undefined
  })
}

const insert = (tx: Tx, email: string, now: number) =>
  tx
    .insertInto('subscribers')
    .values({ id: randomUUID(), email, state: 'subscribed', subscription_date: null, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()

const putBack = (tx: Tx, id: string) =>
  tx
    .updateTable('subscribers')
    .set({ state: 'subscribed', subscription_date: null })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'unsubscribed'])
    .execute()
