import { sql, type UpdateObject } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables, Tx } from '#app/database/tables.ts'
import {
  addCampaignEmails,
  enqueueCampaignEmails,
  hasEnoughJobs,
  retryFailedCampaignEmails,
} from '#app/domain/outbox/campaign-emails.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { latestStartMs } from './campaign.ts'
import { endIfComplete } from './campaign-results.server.ts'

type Deps = { database: Database; queue: Queue; mailDomain: string }

/** `again`: there is more to prepare at that moment, epoch milliseconds. */
type Prepared = { next: 'nothing' } | { next: 'again'; at: number }

/** A transaction is short, since pages wait for it. */
const batchSize = 500
/** How soon to look whether the mail server has worked through the jobs that it had. */
const lookMs = 250

/**
 * Takes a newsletter one step on: starts it when its time has come, adds the emails of the next few hundred subscribers,
 * or gives the next few hundred emails their jobs. Killed at any time, the next call goes on where it was.
 */
export async function prepareCampaign(
  { database, queue, mailDomain }: Deps,
  campaignId: string,
  now: number,
): Promise<Prepared> {
  return database.transaction(async (tx): Promise<Prepared> => {
    const campaign = await lockCampaign(tx, campaignId)
    if (campaign?.state === 'scheduled') {
      const startsAt = campaign.startsAt ?? now
      if (startsAt > now) return { next: 'again', at: startsAt }
      const isLate = now - startsAt > latestStartMs
      await update(
        tx,
        campaignId,
        isLate ? { state: 'paused', pausedWhy: 'late' } : { state: 'sending', startedAt: now },
      )
      return isLate ? { next: 'nothing' } : { next: 'again', at: now }
    }
    if (campaign?.state !== 'sending') return { next: 'nothing' }
    if (campaign.requeueUntil !== null) return retryNext(tx, campaignId, campaign.requeueUntil, now)
    if (campaign.gathered === 0) return gatherNext({ tx, mailDomain }, campaignId, campaign.gatheredTo, now)
    if (campaign.enqueued === 0) {
      if (await hasEnoughJobs({ tx, queue })) return { next: 'again', at: now + lookMs }
      const after = campaign.enqueuedTo ?? ''
      const last = await enqueueCampaignEmails({ tx, queue }, campaignId, { after, most: batchSize })
      await update(tx, campaignId, last === undefined ? { enqueued: 1 } : { enqueuedTo: last })
      return { next: 'again', at: now }
    }
    await endIfComplete(tx, campaignId, now)
    return { next: 'nothing' }
  })
}

/** Adds emails for the next subscribers, in the order of their ids. */
async function gatherNext(
  { tx, mailDomain }: { tx: Tx; mailDomain: string },
  campaignId: string,
  gatheredTo: string | null,
  now: number,
): Promise<Prepared> {
  // Whatever their state, so that no database is tempted to sort a million of one state for every few hundred.
  const subscribers = await tx
    .selectFrom('subscribers')
    .select(['id', 'email', 'state'])
    .where('id', '>', gatheredTo ?? '')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const recipients = subscribers
    .filter(({ state }) => state === 'subscribed')
    .map(({ id, email }) => ({ subscriberId: id, email }))
  const added = await addCampaignEmails({ tx, mailDomain }, campaignId, recipients)
  await update(tx, campaignId, {
    gatheredTo: subscribers.at(-1)?.id ?? gatheredTo,
    gathered: subscribers.length < batchSize ? 1 : 0,
    recipients: sql<number>`recipients + ${added}`,
  })
  return { next: 'again', at: now }
}

async function retryNext(tx: Tx, campaignId: string, failedUntil: number, now: number): Promise<Prepared> {
  const retried = await retryFailedCampaignEmails(tx, campaignId, { failedUntil, most: batchSize })
  await update(tx, campaignId, {
    failed: sql<number>`failed - ${retried}`,
    ...(retried < batchSize && { requeueUntil: null, enqueued: 0, enqueuedTo: null }),
  })
  return { next: 'again', at: now }
}

/** Its row is locked: an act of the clinic comes before this transaction or after it. */
const lockCampaign = (tx: Tx, campaignId: string) =>
  tx
    .updateTable('campaigns')
    .set((column) => ({ state: column.ref('state') }))
    .where('id', '=', campaignId)
    .returning(['state', 'startsAt', 'requeueUntil', 'gathered', 'gatheredTo', 'enqueued', 'enqueuedTo'])
    .executeTakeFirst()

const update = (tx: Tx, campaignId: string, changes: UpdateObject<Tables, 'campaigns'>) =>
  tx.updateTable('campaigns').set(changes).where('id', '=', campaignId).execute()

/** Whether somebody resumed it while its job was about to end, which is then needed once more. */
export async function ensurePreparation({ tx, queue }: { tx: Tx; queue: Queue }, campaignId: string) {
  const campaign = await tx
    .selectFrom('campaigns')
    .select(['state', 'startsAt', 'enqueued', 'requeueUntil'])
    .where('id', '=', campaignId)
    .executeTakeFirst()
  if (campaign?.state === 'scheduled')
    await queue.ensure(
      tx,
      'send-newsletter',
      { campaignId },
      { id: campaignId, runAt: campaign.startsAt ?? Date.now() },
    )
  else if (campaign?.state === 'sending' && (campaign.enqueued === 0 || campaign.requeueUntil !== null))
    await queue.ensure(tx, 'send-newsletter', { campaignId }, { id: campaignId })
}

/** The job failed for good; a person finds it paused and can have it go on. */
export const pauseForFault = (tx: Tx, campaignId: string) =>
  tx
    .updateTable('campaigns')
    .set({ state: 'paused', pausedWhy: 'fault' })
    .where('id', '=', campaignId)
    .where('state', 'in', ['sending', 'scheduled'])
    .execute()
