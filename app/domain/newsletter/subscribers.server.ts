import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { sendLetter } from '#app/domain/outbox/letters.server.ts'
import { allowPost, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Means = {
  database: Database
  queue: Queue
  mailDomain: string
  /** Whether letters leave the house; while they are only kept, nobody could follow a link in one. */
  lettersLeave: boolean
}

/** Letters that ask somebody who unsubscribed: anyone can type their address. */
const askAgainLimit: Limit = { most: 1, windowMs: 24 * 60 * 60 * 1000 }

type Subscribed = { ok: true } | { ok: false; reason: 'too-many'; retryAt: number }

/**
 * Adds the address to the newsletter and sends a welcome letter, in one transaction.
 * Subscribing twice succeeds and changes nothing. Who unsubscribed is asked by letter first (product decisions,
 * 'Subscribing twice').
 */
export async function subscribe(
  means: Means,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Subscribed> {
  return means.database.transaction(async (tx) => {
    const allowed = await allowPost({ tx }, 'subscribe', sender, now)
    if (!allowed.ok) return { ...allowed, reason: 'too-many' }
    const added = await addSubscriber(tx, email, now)
    if (added) await write(means, tx, 'newsletter-welcome', { id: added, email })
    else await subscribeAgain(means, tx, email, now)
    return { ok: true }
  })
}

/** The click on the letter's link; answers false when there is no such subscriber. */
export async function confirmSubscription({ database }: Pick<Means, 'database'>, subscriberId: string, now: number) {
  return database.transaction(async (tx) => {
    await markSubscribed(tx, subscriberId, now)
    return (await findSubscriber({ db: tx }, subscriberId)) !== undefined
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

/** The id of a new subscriber; undefined when the address is known already. */
async function addSubscriber(tx: Tx, email: string, now: number) {
  const row = await tx
    .insertInto('subscribers')
    .values({ id: randomUUID(), email, state: 'subscribed', subscription_date: now, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

async function subscribeAgain(means: Means, tx: Tx, email: string, now: number) {
  const known = await tx
    .selectFrom('subscribers')
    .select(['id', 'email'])
    .where('email', '=', email)
    .where('state', '=', 'unsubscribed')
    .executeTakeFirst()
  if (!known) return
  if (!means.lettersLeave) {
    await markSubscribed(tx, known.id, now)
    await write(means, tx, 'newsletter-welcome', known)
  } else if ((await countUse({ tx }, `ask-again:${known.id}`, askAgainLimit, now)).ok) {
    await write(means, tx, 'newsletter-confirm', known)
  }
}

const markSubscribed = (tx: Tx, id: string, now: number) =>
  tx
    .updateTable('subscribers')
    .set({ state: 'subscribed', subscription_date: now })
    .where('id', '=', id)
    .where('state', '=', 'unsubscribed')
    .execute()

const write = (
  { queue, mailDomain }: Means,
  tx: Tx,
  kind: 'newsletter-welcome' | 'newsletter-confirm',
  { id, email }: { id: string; email: string },
) => sendLetter({ tx, queue, mailDomain }, { kind, ids: { subscriberId: id }, recipient: email })
