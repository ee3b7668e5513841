import type { Db, Tx } from '#app/database/tables.ts'
import { anonymizeCampaignEmailsTo, countCampaignEmailsTo } from '#app/domain/outbox/campaign-emails.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import type { SubscriberState } from './subscriber.ts'
import { deleteSubscriber } from './subscriber-rows.server.ts'
import { suppress } from './suppressions.server.ts'

export type PersonsSubscription = {
  id?: string
  state?: SubscriberState
  /** Stored lines of imported files. */
  importLines: number
  /** Newsletters that were sent to them or will be. */
  newsletters: number
}

/** Undefined when the newsletter holds nothing about an address. */
export async function findPersonsSubscription(db: Db, email: string): Promise<PersonsSubscription | undefined> {
  const [subscriber, deleted, lines] = await Promise.all([
    db.selectFrom('subscribers').select(['id', 'state']).where('email', '=', email).executeTakeFirst(),
    db.selectFrom('deletedSubscribers').select('id').where('email', '=', email).executeTakeFirst(),
    db.selectFrom('subscriberImportLines').select('line').where('address', '=', email).execute(),
  ])
  const newsletters = await countCampaignEmailsTo(db, { email, subscriberId: subscriber?.id })
  if (!subscriber && !deleted && lines.length === 0 && newsletters === 0) return undefined
  return { ...subscriber, importLines: lines.length, newsletters }
}

/**
 * Deletes the subscriber and every trace of the address. Only the fingerprint of a suppression stays, so that no later
 * import adds the address again. A newsletter that is being sent leaves it out.
 */
export async function erasePersonsSubscription(
  { tx, signer }: { tx: Tx; signer: Pick<Signer, 'fingerprint' | 'fingerprints'> },
  email: string,
  now: number,
): Promise<PersonsSubscription | undefined> {
  const found = await findPersonsSubscription(tx, email)
  if (!found) return undefined
  if (found.id) await deleteSubscriber(tx, found.id)
  await suppress({ tx, signer }, email, now)
  await tx.deleteFrom('deletedSubscribers').where('email', '=', email).execute()
  await tx.deleteFrom('subscriberImportLines').where('address', '=', email).execute()
  await anonymizeCampaignEmailsTo(tx, { email, subscriberId: found.id })
  return found
}

/** Without the addresses of its emails. */
export async function listNewsletterAddresses(db: Db): Promise<string[]> {
  const [subscribers, deleted, lines] = await Promise.all([
    db.selectFrom('subscribers').select('email').execute(),
    db.selectFrom('deletedSubscribers').select('email').execute(),
    db.selectFrom('subscriberImportLines').select('address as email').distinct().execute(),
  ])
  return [...new Set([...subscribers, ...deleted, ...lines].map(({ email }) => email))]
}
