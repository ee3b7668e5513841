import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Count = 'sent' | 'kept' | 'failed' | 'leftOut' | 'uncertain'

/** Every recipient has a result; those who are to be retried have none. */
const isComplete = sql<boolean>`gathered = 1 and requeue_until is null and recipients <= sent + kept + failed + left_out`

/** Counts what became of one email, in the transaction that writes it down; the last one ends the newsletter. */
export async function countResults(tx: Tx, campaignId: string, counts: readonly Count[], now: number) {
  if (counts.length === 0) return
  const campaign = await tx
    .updateTable('campaigns')
    .set((column) => Object.fromEntries(counts.map((count) => [count, column(count, '+', 1)])))
    .where('id', '=', campaignId)
    .returning(isComplete.as('complete'))
    .executeTakeFirst()
  if (campaign?.complete) await endIfComplete(tx, campaignId, now)
}

export const endIfComplete = (tx: Tx, campaignId: string, now: number) =>
  tx
    .updateTable('campaigns')
    .set({ state: 'done', endedAt: now })
    .where('id', '=', campaignId)
    .where('state', '=', 'sending')
    .where(isComplete)
    .execute()

/** Nobody's email would leave now. It goes on by itself once one does. */
export const pauseForMailServer = (tx: Tx, campaignId: string) => pause(tx, campaignId, 'mail-server')

/** No newsletter may leave without the clinic's postal address (15 U.S.C. 7704(a)(5)); a person decides. */
export const pauseForAddress = (tx: Tx, campaignId: string) => pause(tx, campaignId, 'address')

const pause = (tx: Tx, campaignId: string, why: 'mail-server' | 'address') =>
  tx
    .updateTable('campaigns')
    .set({ state: 'paused', pausedWhy: why })
    .where('id', '=', campaignId)
    .where('state', '=', 'sending')
    .execute()

/** The mail server takes emails again. */
export const resumeAfterOutage = ({ database, queue }: { database: Database; queue: Queue }) =>
  database.transaction(async (tx) => {
    const resumed = await tx
      .updateTable('campaigns')
      .set({ state: 'sending', pausedWhy: null, enqueued: 0, enqueuedTo: null })
      .where('state', '=', 'paused')
      .where('pausedWhy', '=', 'mail-server')
      .returning('id')
      .execute()
    for (const { id } of resumed) await queue.ensure(tx, 'send-newsletter', { campaignId: id }, { id })
  })

/** Whether a newsletter waits for the mail server. */
export async function isWaitingForServer({ db }: { db: Db }) {
  const paused = db.selectFrom('campaigns').select('id').where('state', '=', 'paused')
  return (await paused.where('pausedWhy', '=', 'mail-server').limit(1).executeTakeFirst()) !== undefined
}
