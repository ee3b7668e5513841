import type { Db, Tx } from '#app/database/tables.ts'
import { anonymizeCampaignEmailsTo, countCampaignEmailsTo } from '#app/domain/outbox/campaign-emails.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import type { SubscriberState } from './subscriber.ts'
import { deleteSubscriber } from './subscriber-rows.server.ts'
import { suppress } from './suppressions.server.ts'

export type PersonsSubscription = {
  id?: string
  /** Of the subscriber, while there is one. */
  state?: SubscriberState
  /** Lines of imported files that are still kept. */
  importLines: number
  /** Newsletters that they were sent, or are to be. */
  newsletters: number
}

/** What the newsletter has of an address; undefined: nothing. */
export async function findPersonsSubscription(db: Db, email: string): Promise<PersonsSubscription | undefined> {
  const { subscriber, deleted, lines, received } = await read(db, email)
  if (!subscriber && !deleted && lines.length === 0 && received === 0) return undefined
  return {
    ...(subscriber && { id: subscriber.id, state: subscriber.state }),
    importLines: lines.length,
    newsletters: received,
  }
}

async function read(db: Db, email: string) {
  const [subscriber, deleted, lines] = await Promise.all([
    db.selectFrom('subscribers').select(['id', 'state']).where('email', '=', email).executeTakeFirst(),
    db.selectFrom('deletedSubscribers').select('id').where('email', '=', email).executeTakeFirst(),
    db.selectFrom('subscriberImportLines').select(['importId', 'line']).where('address', '=', email).execute(),
  ])
  const received = await countCampaignEmailsTo(db, { email, subscriberId: subscriber?.id })
  return { subscriber, deleted, lines, received }
}

/**
 * Deletes the subscriber and every trace of the address. What stays is its fingerprint among those that never get the
 * newsletter, so that no list that is imported later brings them back. A newsletter that is being sent leaves them out.
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

/** Every address that the newsletter has, besides those of its emails. */
export async function listNewsletterAddresses(db: Db): Promise<string[]> {
  const [subscribers, deleted, lines] = await Promise.all([
    db.selectFrom('subscribers').select('email').execute(),
    db.selectFrom('deletedSubscribers').select('email').execute(),
    db.selectFrom('subscriberImportLines').select('address as email').distinct().execute(),
  ])
  return [...new Set([...subscribers, ...deleted, ...lines].map(({ email }) => email))]
}
