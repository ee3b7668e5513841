import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { sendLetter } from '#app/domain/outbox/letters.server.ts'
import { type Limit, withinLimit } from '#app/domain/limits/limits.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Means = { database: Database; queue: Queue; mailDomain: string }

/** Sign-ups from one address of the internet; generous, since a whole office can share it. */
const signUpLimit: Limit = { most: 20, windowMs: 10 * 60 * 1000 }

type Subscribed = { ok: true } | { ok: false; reason: 'too-many' }

/**
 * Adds the address to the newsletter and sends a welcome letter, in one transaction.
 * Subscribing twice succeeds and changes nothing. `client` is a fingerprint of the sender; undefined lifts the limit.
 */
export async function subscribe(
  { database, queue, mailDomain }: Means,
  { email, client, now }: { email: string; client: string | undefined; now: number },
): Promise<Subscribed> {
  return database.transaction(async (tx) => {
    if (client && !(await withinLimit({ tx }, `subscribe:${client}`, signUpLimit, now)))
      return { ok: false, reason: 'too-many' }
    const subscriberId = await addSubscriber(tx, email, now)
    if (subscriberId)
      await sendLetter(
        { tx, queue, mailDomain },
        { kind: 'newsletter-welcome', ids: { subscriberId }, recipient: email },
      )
    return { ok: true }
  })
}

/** Answers false when there is no such subscriber; unsubscribing twice succeeds. */
export async function unsubscribe({ database }: Pick<Means, 'database'>, subscriberId: string) {
  const { numUpdatedRows } = await database.transaction((tx) =>
    tx.updateTable('subscribers').set({ state: 'unsubscribed' }).where('id', '=', subscriberId).executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

export async function findSubscriber({ db }: Pick<Database, 'db'>, subscriberId: string) {
  return db.selectFrom('subscribers').select(['id', 'email', 'state']).where('id', '=', subscriberId).executeTakeFirst()
}

/** The id of a new or returning subscriber; undefined when the address is subscribed already. */
async function addSubscriber(tx: Tx, email: string, now: number) {
  const row = await tx
    .insertInto('subscribers')
    .values({ id: randomUUID(), email, state: 'subscribed', subscription_date: now, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ state: 'subscribed', subscription_date: now })
        .where('subscribers.state', '=', 'unsubscribed'),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
