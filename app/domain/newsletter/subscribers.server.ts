import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Limited } from '#app/domain/outbox/email-limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import { countPost, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { findDeleted, letDeletedLeave } from './deleted-subscribers.server.ts'
import { confirmText, type SubscriberState } from './subscriber.ts'
import { changeState, insertSubscribers, renewSignUp } from './subscriber-rows.server.ts'
import { isSuppressed, liftSuppression, suppress, suppressedSince } from './suppressions.server.ts'

type Deps = {
  database: Database
  queue: Queue
  signer: Pick<Signer, 'fingerprint' | 'fingerprints'>
  mailDomain: string
  /** Whether emails leave the house; while they are only kept, nobody could follow a link in one. */
  emailsLeave: boolean
  /** NEWSLETTER_CONFIRM: nobody is on the list before they have confirmed it by email. */
  confirmSignUps: boolean
}

/** Emails that ask: anyone can type anyone's address. */
const askLimit: Limit = { most: 1, windowMs: 24 * 60 * 60 * 1000 }

type Subscribed = { ok: true } | { ok: false; reason: 'too-many'; retryAt: number }
type Subscriber = { id: string; email: string }

/**
 * Puts the address on the newsletter's list and sends a welcome email, in one transaction; asks by email first where
 * that is needed. Subscribing twice succeeds and changes nothing (product decisions, 'Subscribing twice').
 */
export async function subscribe(
  deps: Deps,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Subscribed> {
  return deps.database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'subscribe', sender, now)
    if (!allowed.ok) return { ...allowed, reason: 'too-many' }
    const added = await add(deps, tx, email, now)
    const limitedAs = sender?.address
    if (added?.state === 'subscribed') await write(deps, tx, 'newsletter-welcome', { ...added, limitedAs })
    else if (added) await ask(deps, tx, { ...added, limitedAs }, now)
    else await subscribeAgain(deps, tx, { email, limitedAs }, now)
    return { ok: true }
  })
}

/** The click on the email's link, which says `text`; answers false when it opens nothing. */
export async function confirmSubscription(deps: Deps, text: string, now: number) {
  return deps.database.transaction(async (tx) => {
    const subscriber = await findWhoCanConfirm({ db: tx, signer: deps.signer }, text)
    if (!subscriber) return false
    await begin(deps, tx, { ...subscriber, limitedAs: undefined }, now)
    return true
  })
}

/**
 * Whom a link for confirming is about. It opens nothing for somebody who has unsubscribed after it was asked for, and
 * nothing where mail is refused.
 */
export async function findWhoCanConfirm(
  { db, signer }: Pick<Database, 'db'> & Pick<Deps, 'signer'>,
  text: string,
): Promise<(Subscriber & { state: SubscriberState }) | undefined> {
  const id = text.replace(/^\d+:/, '')
  const subscriber = await findSubscriber({ db }, id)
  if (!subscriber || subscriber.state === 'bounced') return undefined
  if (subscriber.state === 'subscribed') return subscriber
  const left = await suppressedSince({ db, signer }, subscriber.email)
  return confirmText({ subscriberId: id, left }) === text ? subscriber : undefined
}

/**
 * Answers false when there is no such subscriber; unsubscribing twice succeeds. Also somebody whom the admin just
 * deleted leaves: otherwise an undo would bring back who has left meanwhile.
 */
export async function unsubscribe(
  { database, signer }: Pick<Deps, 'database' | 'signer'>,
  subscriberId: string,
  now: number,
) {
  return database.transaction(async (tx) => {
    const subscriber = await findWhoCanLeave({ db: tx }, subscriberId, now)
    if (!subscriber) return false
    await letDeletedLeave({ tx }, subscriberId)
    await changeState(tx, subscriberId, ['pending', 'subscribed', 'bounced'], { state: 'unsubscribed' })
    // Their last word: no link that was asked for before leads back.
    await liftSuppression({ tx, signer }, subscriber.email)
    await suppress({ tx, signer }, subscriber.email, now)
    return true
  })
}

/** Somebody whom the admin just deleted can leave too. */
export async function findWhoCanLeave({ db }: Pick<Database, 'db'>, subscriberId: string, now: number) {
  return (await findSubscriber({ db }, subscriberId)) ?? (await findDeleted({ db }, subscriberId, now))
}

export async function findSubscriber({ db }: Pick<Database, 'db'>, subscriberId: string) {
  return db.selectFrom('subscribers').select(['id', 'email', 'state']).where('id', '=', subscriberId).executeTakeFirst()
}

/** Who unsubscribed is asked even where nobody else is, as soon as an email can reach them. */
const mustAsk = ({ confirmSignUps, emailsLeave }: Deps, state: 'pending' | 'unsubscribed') =>
  confirmSignUps || (state === 'unsubscribed' && emailsLeave)

/** Answers the new subscriber, or undefined when the address is there already. */
async function add(deps: Deps, tx: Tx, email: string, now: number) {
  const { signer } = deps
  const before = (await isSuppressed({ tx, signer }, email)) ? 'unsubscribed' : 'pending'
  const asked = mustAsk(deps, before)
  const [added] = await insertSubscribers(tx, [
    {
      id: randomUUID(),
      email,
      state: asked ? before : 'subscribed',
      subscriptionDate: asked ? null : now,
      createdAt: now,
    },
  ])
  if (added && !asked && before === 'unsubscribed') await liftSuppression({ tx, signer }, email)
  return added
}

async function subscribeAgain(deps: Deps, tx: Tx, { email, limitedAs }: { email: string } & Limited, now: number) {
  const known = await tx
    .selectFrom('subscribers')
    .select(['id', 'email', 'state'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  // Only the clinic takes an address up again whose mail server refused it for good.
  if (known.state === 'subscribed' || known.state === 'bounced') return
  if (mustAsk(deps, known.state)) await ask(deps, tx, { ...known, limitedAs }, now)
  else await begin(deps, tx, { ...known, limitedAs }, now)
}

async function ask(deps: Deps, tx: Tx, to: Subscriber & Limited & { state: SubscriberState }, now: number) {
  const left = await suppressedSince({ db: tx, signer: deps.signer }, to.email)
  // By what its link says: who has left since the last email needs another one.
  const asked = `newsletter-ask:${confirmText({ subscriberId: to.id, left })}`
  if (!(await countUse({ tx }, asked, askLimit, now)).ok) return
  await renewSignUp(tx, to.id, now)
  await write(deps, tx, to.state === 'pending' ? 'newsletter-opt-in' : 'newsletter-confirm', { ...to, left })
}

/** From now on they get the newsletter. The welcome email has the link that ends it, so it follows a confirmation too. */
async function begin(deps: Deps, tx: Tx, subscriber: Subscriber & Limited, now: number) {
  const begun = await changeState(tx, subscriber.id, ['pending', 'unsubscribed'], {
    state: 'subscribed',
    subscriptionDate: now,
  })
  if (!begun) return
  await liftSuppression({ tx, signer: deps.signer }, subscriber.email)
  await write(deps, tx, 'newsletter-welcome', subscriber)
}

const write = (
  { queue, mailDomain }: Deps,
  tx: Tx,
  kind: 'newsletter-welcome' | 'newsletter-opt-in' | 'newsletter-confirm',
  { id, email, left, limitedAs }: Subscriber & Limited & { left?: number | undefined },
) => sendEmail({ tx, queue, mailDomain }, { kind, ids: { subscriberId: id, left }, recipient: email, limitedAs })
