import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { unsubscribePurpose } from './subscriber.ts'
import { insertSubscribers } from './subscriber-rows.server.ts'
import { findSubscriber, unsubscribe } from './subscribers.server.ts'

/**
 * Whether somebody who follows the link of an email leaves the list: tried with somebody made up, in a transaction of
 * which nothing is kept.
 */
export async function tryUnsubscribe(
  {
    database,
    signer,
  }: { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints' | 'sign' | 'verify'> },
  now: number,
) {
  const id = randomUUID()
  let left = false
  const undo = new Error('only tried')
  await database
    .transaction(async (tx) => {
      const row = { id, email: `probe-${id}@probe.invalid`, subscriptionDate: null, createdAt: now }
      await insertSubscribers(tx, [{ ...row, state: 'subscribed' }])
      const known = signer.verify(unsubscribePurpose, signer.sign(unsubscribePurpose, id))
      const within: Database = { ...database, transaction: (work) => work(tx) }
      const done = known === id && (await unsubscribe({ database: within, signer }, id, now))
      left = done && (await findSubscriber({ db: tx }, id))?.state === 'unsubscribed'
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return left
}
