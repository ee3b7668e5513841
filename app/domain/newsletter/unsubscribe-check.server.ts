import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import { unsubscribePurpose } from './subscriber.ts'
import { insertSubscribers } from './subscriber-rows.server.ts'
import { findSubscriber, unsubscribe } from './subscribers.server.ts'

type Deps = { database: Database; signer: Pick<Signer, 'fingerprint' | 'fingerprints' | 'sign' | 'verify'> }

/** Whether the unsubscribe link works: tests it with a made-up subscriber in a transaction that is rolled back. */
export const testUnsubscribe = ({ database, signer }: Deps, now: number): Promise<boolean> =>
  database.transaction(async (tx) => {
    const id = randomUUID()
    const row = { id, email: `probe-${id}@probe.invalid`, subscriptionDate: null, createdAt: now }
    await insertSubscribers(tx, [{ ...row, state: 'subscribed' }])
    const verified = signer.verify(unsubscribePurpose, signer.sign(unsubscribePurpose, id))
    const within: Database = { ...database, transaction: (work) => work(tx) }
    const done = verified === id && (await unsubscribe({ database: within, signer }, id, now))
    return database.refuse(tx, done && (await findSubscriber({ db: tx }, id))?.state === 'unsubscribed')
  })
