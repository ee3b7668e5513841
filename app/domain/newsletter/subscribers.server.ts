import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Limited } from '#app/domain/outbox/email-limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { countPost, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { findDeleted, unsubscribeDeleted } from './deleted-subscribers.server.ts'
import { confirmLinkPayload, type SubscriberState } from './subscriber.ts'
import { changeState, insertSubscribers, renewSignUp } from './subscriber-rows.server.ts'
import { isSuppressed, liftSuppression, suppress, findSuppressedSince } from './suppressions.server.ts'

type Deps = {
  database: Database
  queue: Queue
  signer: Pick<Signer, 'fingerprint' | 'fingerprints'>
  mailDomain: string
  /** Without it no email is sent, so no confirmation link could be followed. */
  emailsLeave: boolean
  /** NEWSLETTER_CONFIRM: every new subscriber confirms by email first. */
  confirmSignUps: boolean
}

/** Emails that ask for a confirmation: any visitor can type any address. */
const confirmationLimit: Limit = { most: 1, windowMs: 24 * 60 * 60 * 1000 }

type Subscribed = { ok: true } | { ok: false; reason: 'too-many'; retryAt: number }
type Subscriber = { id: string; email: string }

/**
 * Adds a subscriber and sends a welcome email, or first an email that asks for a confirmation. Subscribing twice succeeds
 * and changes nothing (product decisions, 'Subscribing twice').
 */
export async function subscribe(
  deps: Deps,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Subscribed> {
  return deps.database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'subscribe', sender, now)
    if (!allowed.ok) return { ...allowed, reason: 'too-many' }
    await signUp(deps, tx, { email, limitedAs: sender?.address }, now)
    return { ok: true }
  })
}

/** Returns false when the link is no longer valid. */
export async function confirmSubscription(deps: Deps, linkPayload: string, now: number) {
  return deps.database.transaction(async (tx) => {
    const subscriber = await findConfirmable({ db: tx, signer: deps.signer }, linkPayload)
    if (!subscriber) return false
    await startSubscription(deps, tx, { ...subscriber, limitedAs: undefined }, now)
    return true
  })
}

/** The subscriber of a confirmation link, unless they unsubscribed after it was sent. */
export async function findConfirmable(
  { db, signer }: Pick<Database, 'db'> & Pick<Deps, 'signer'>,
  linkPayload: string,
): Promise<(Subscriber & { state: SubscriberState }) | undefined> {
  const id = linkPayload.replace(/^\d+:/, '')
  const subscriber = await findSubscriber({ db }, id)
  if (!subscriber) return undefined
  if (subscriber.state === 'subscribed') return subscriber
  const left = await findSuppressedSince({ db, signer }, subscriber.email)
  return confirmLinkPayload({ subscriberId: id, left }) === linkPayload ? subscriber : undefined
}

/** Returns false when there is no such subscriber. Also unsubscribes one whom the admin just deleted and may restore. */
export async function unsubscribe(
  { database, signer }: Pick<Deps, 'database' | 'signer'>,
  subscriberId: string,
  now: number,
) {
  return database.transaction(async (tx) => {
    const subscriber = await findUnsubscribable({ db: tx }, subscriberId, now)
    if (!subscriber) return false
    await unsubscribeDeleted(tx, subscriberId)
    await changeState(tx, subscriberId, ['pending', 'subscribed', 'bounced'], { state: 'unsubscribed' })
    // Renews the date, so that no earlier confirmation link is valid.
    await liftSuppression({ tx, signer }, subscriber.email)
    await suppress({ tx, signer }, subscriber.email, now)
    return true
  })
}

export async function findUnsubscribable({ db }: Pick<Database, 'db'>, subscriberId: string, now: number) {
  return (await findSubscriber({ db }, subscriberId)) ?? (await findDeleted({ db }, subscriberId, now))
}

export async function findSubscriber({ db }: Pick<Database, 'db'>, subscriberId: string) {
  return db.selectFrom('subscribers').select(['id', 'email', 'state']).where('id', '=', subscriberId).executeTakeFirst()
}

/**
 * Even without NEWSLETTER_CONFIRM, one is needed after an unsubscribe, if emails are sent at all, and after a bounce, since
 * only an email that arrives proves that the address works.
 */
const needsConfirmation = ({ confirmSignUps, emailsLeave }: Deps, state: 'pending' | 'unsubscribed' | 'bounced') =>
  confirmSignUps || state === 'bounced' || (state === 'unsubscribed' && emailsLeave)

async function signUp(deps: Deps, tx: Tx, { email, limitedAs }: { email: string } & Limited, now: number) {
  // Repeated when another process removes the subscriber between the two.
  for (;;) {
    const added = await add(deps, tx, email, now)
    if (added?.state === 'subscribed') return send(deps, tx, 'newsletter-welcome', { ...added, limitedAs })
    if (added) return askForConfirmation(deps, tx, { ...added, limitedAs }, now)
    const known = await findByAddress(tx, email)
    if (known) return subscribeAgain(deps, tx, { ...known, limitedAs }, now)
  }
}

/** Returns the new subscriber, or undefined when there is one with this address. */
async function add(deps: Deps, tx: Tx, email: string, now: number) {
  const { signer } = deps
  const before = (await isSuppressed({ tx, signer }, email)) ? 'unsubscribed' : 'pending'
  const isPending = needsConfirmation(deps, before)
  const [added] = await insertSubscribers(tx, [
    {
      id: randomUUID(),
      email,
      state: isPending ? before : 'subscribed',
      subscriptionDate: isPending ? null : now,
      createdAt: now,
    },
  ])
  if (added && !isPending && before === 'unsubscribed') await liftSuppression({ tx, signer }, email)
  return added
}

const findByAddress = (tx: Tx, email: string) =>
  tx.selectFrom('subscribers').select(['id', 'email', 'state']).where('email', '=', email).executeTakeFirst()

async function subscribeAgain(
  deps: Deps,
  tx: Tx,
  known: Subscriber & Limited & { state: SubscriberState },
  now: number,
) {
  if (known.state === 'subscribed') return
  if (needsConfirmation(deps, known.state)) await askForConfirmation(deps, tx, known, now)
  else await startSubscription(deps, tx, known, now)
}

async function askForConfirmation(
  deps: Deps,
  tx: Tx,
  to: Subscriber & Limited & { state: SubscriberState },
  now: number,
) {
  const left = await findSuppressedSince({ db: tx, signer: deps.signer }, to.email)
  // Counted by link, since an unsubscribe makes the link of the last email invalid.
  const key = `newsletter-ask:${confirmLinkPayload({ subscriberId: to.id, left })}`
  if (!(await countUse({ tx }, key, confirmationLimit, now)).ok) return
  await renewSignUp(tx, to.id, now)
  await send(deps, tx, to.state === 'unsubscribed' ? 'newsletter-confirm' : 'newsletter-opt-in', { ...to, left })
}

/** The welcome email has the unsubscribe link, so it is also sent after a confirmation. */
async function startSubscription(deps: Deps, tx: Tx, subscriber: Subscriber & Limited, now: number) {
  const started = await changeState(tx, subscriber.id, ['pending', 'unsubscribed', 'bounced'], {
    state: 'subscribed',
    subscriptionDate: now,
  })
  if (!started) return
  await liftSuppression({ tx, signer: deps.signer }, subscriber.email)
  await send(deps, tx, 'newsletter-welcome', subscriber)
}

const send = (
  { queue, mailDomain }: Deps,
  tx: Tx,
  kind: 'newsletter-welcome' | 'newsletter-opt-in' | 'newsletter-confirm',
  { id, email, left, limitedAs }: Subscriber & Limited & { left?: number | undefined },
) => sendEmail({ tx, queue, mailDomain }, { kind, ids: { subscriberId: id, left }, recipient: email, limitedAs })
