import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { sendLetter } from '#app/domain/outbox/letters.server.ts'
import { allowPost, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { isSuppressed, liftSuppression, suppress } from './suppressions.server.ts'

type Means = {
  database: Database
  queue: Queue
  signer: Pick<Signer, 'fingerprint'>
  mailDomain: string
  /** Whether letters leave the house; while they are only kept, nobody could follow a link in one. */
  lettersLeave: boolean
  /** NEWSLETTER_CONFIRM: nobody is on the list before they have confirmed it by letter. */
  confirmSignUps: boolean
}

/** Letters that ask: anyone can type anyone's address. */
const askLimit: Limit = { most: 1, windowMs: 24 * 60 * 60 * 1000 }

type Subscribed = { ok: true } | { ok: false; reason: 'too-many'; retryAt: number }
type Subscriber = { id: string; email: string }

/**
 * Puts the address on the newsletter's list and sends a welcome letter, in one transaction; asks by letter first where
 * that is needed. Subscribing twice succeeds and changes nothing (product decisions, 'Subscribing twice').
 */
export async function subscribe(
  means: Means,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Subscribed> {
  return means.database.transaction(async (tx) => {
    const allowed = await allowPost({ tx }, 'subscribe', sender, now)
    if (!allowed.ok) return { ...allowed, reason: 'too-many' }
    const { state, ...subscriber } = await findOrAdd(means, tx, email, now)
    // Only the clinic takes an address up again whose mail server refused it for good.
    if (state === 'subscribed' || state === 'bounced') return { ok: true }
    if (mustAsk(means, state)) await ask(means, tx, { ...subscriber, state }, now)
    else await begin(means, tx, subscriber, now)
    return { ok: true }
  })
}

/** The click on the letter's link; answers false when there is no such subscriber, or mail to them is refused. */
export async function confirmSubscription(means: Means, subscriberId: string, now: number) {
  return means.database.transaction(async (tx) => {
    const subscriber = await findSubscriber({ db: tx }, subscriberId)
    if (!subscriber || subscriber.state === 'bounced') return false
    await begin(means, tx, subscriber, now)
    return true
  })
}

/** Answers false when there is no such subscriber; unsubscribing twice succeeds. */
export async function unsubscribe(
  { database, signer }: Pick<Means, 'database' | 'signer'>,
  subscriberId: string,
  now: number,
) {
  return database.transaction(async (tx) => {
    const left = await tx
      .updateTable('subscribers')
      .set({ state: 'unsubscribed' })
      .where('id', '=', subscriberId)
      .returning('email')
      .executeTakeFirst()
    if (left) await suppress({ tx, signer }, left.email, now)
    return left !== undefined
  })
}

export async function findSubscriber({ db }: Pick<Database, 'db'>, subscriberId: string) {
  return db.selectFrom('subscribers').select(['id', 'email', 'state']).where('id', '=', subscriberId).executeTakeFirst()
}

/** Who unsubscribed is asked even where nobody else is, as soon as a letter can reach them. */
const mustAsk = ({ confirmSignUps, lettersLeave }: Means, state: 'pending' | 'unsubscribed') =>
  confirmSignUps || (state === 'unsubscribed' && lettersLeave)

/** A new one is not on the list yet. */
async function findOrAdd({ signer }: Means, tx: Tx, email: string, now: number) {
  const state = (await isSuppressed({ tx, signer }, email)) ? 'unsubscribed' : 'pending'
  await tx
    .insertInto('subscribers')
    .values({ id: randomUUID(), email, state, subscription_date: null, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return tx
    .selectFrom('subscribers')
    .select(['id', 'email', 'state'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

async function ask(means: Means, tx: Tx, to: Subscriber & { state: 'pending' | 'unsubscribed' }, now: number) {
  if (!(await countUse({ tx }, `newsletter-ask:${to.id}`, askLimit, now)).ok) return
  await write(means, tx, to.state === 'pending' ? 'newsletter-opt-in' : 'newsletter-confirm', to)
}

/** From now on they get the newsletter. The welcome letter has the link that ends it, so it follows a confirmation too. */
async function begin(means: Means, tx: Tx, subscriber: Subscriber, now: number) {
  const { numUpdatedRows } = await tx
    .updateTable('subscribers')
    .set({ state: 'subscribed', subscription_date: now })
    .where('id', '=', subscriber.id)
    .where('state', 'in', ['pending', 'unsubscribed'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await liftSuppression({ tx, signer: means.signer }, subscriber.email)
  await write(means, tx, 'newsletter-welcome', subscriber)
}

const write = (
  { queue, mailDomain }: Means,
  tx: Tx,
  kind: 'newsletter-welcome' | 'newsletter-opt-in' | 'newsletter-confirm',
  { id, email }: Subscriber,
) => sendLetter({ tx, queue, mailDomain }, { kind, ids: { subscriberId: id }, recipient: email })
