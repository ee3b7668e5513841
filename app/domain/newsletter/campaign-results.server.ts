import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'

type Result = 'sent' | 'kept' | 'failed' | 'leftOut' | 'uncertain'

/** Every recipient has a result. */
const isComplete = sql<boolean>`gathered = 1 and requeue_until is null and recipients <= sent + kept + failed + left_out`

/** Counts an email's results in the transaction that stores them. The last result ends the newsletter. */
export async function recordResults(tx: Tx, campaignId: string, results: readonly Result[], now: number) {
  if (results.length === 0) return
  const campaign = await tx
    .updateTable('campaigns')
    .set((column) => ({
      ...Object.fromEntries(results.map((result) => [result, column(result, '+', 1)])),
      ...(results.includes('sent') && { refusals: 0 }),
    }))
    .where('id', '=', campaignId)
    .returning(isComplete.as('complete'))
    .executeTakeFirst()
  if (campaign?.complete) await endIfComplete(tx, campaignId, now)
}

/** An email that counted as sent came back. */
export const recordBouncedResult = (tx: Tx, campaignId: string) =>
  tx
    .updateTable('campaigns')
    .set((column) => ({ sent: column('sent', '-', 1), failed: column('failed', '+', 1) }))
    .where('id', '=', campaignId)
    .execute()

export const endIfComplete = (tx: Tx, campaignId: string, now: number) =>
  tx
    .updateTable('campaigns')
    .set({ state: 'done', endedAt: now })
    .where('id', '=', campaignId)
    .where('state', '=', 'sending')
    .where(isComplete)
    .execute()

/**
 * 'mail-server': no email would get through now; the newsletter is resumed automatically once one does. 'address': none may
 * be sent without the clinic's postal address (15 U.S.C. 7704(a)(5)). 'fault': the job that prepares it failed for good.
 */
export const pauseSending = (tx: Tx, campaignId: string, pausedWhy: 'mail-server' | 'address' | 'fault') =>
  tx
    .updateTable('campaigns')
    .set({ state: 'paused', pausedWhy })
    .where('id', '=', campaignId)
    .where('state', 'in', ['sending', 'scheduled'])
    .execute()

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

/** Whether any newsletter waits for the mail server. */
export async function isWaitingForServer({ db }: { db: Db }) {
  const paused = db.selectFrom('campaigns').select('id').where('state', '=', 'paused')
  return (await paused.where('pausedWhy', '=', 'mail-server').limit(1).executeTakeFirst()) !== undefined
}
