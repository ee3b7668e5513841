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

/** When there is more to prepare; undefined when there is not. */
type NextStep = { at: number } | undefined

/** A transaction is short, since pages wait for it. */
const batchSize = 500
/** How soon to check whether the mail server has worked off its jobs. */
const pollMs = 250

/**
 * Takes a newsletter one step further: starts it when its time has come, adds emails for the next few hundred subscribers,
 * or enqueues the next few hundred emails. If the process dies, the next call resumes at the same step.
 */
export const prepareCampaign = ({ database, queue, mailDomain }: Deps, campaignId: string, now: number) =>
  database.transaction(async (tx): Promise<NextStep> => {
    const campaign = await lockCampaign(tx, campaignId)
    if (campaign?.state === 'scheduled') {
      const startsAt = campaign.startsAt ?? now
      if (startsAt > now) return { at: startsAt }
      const isLate = now - startsAt > latestStartMs
      await update(
        tx,
        campaignId,
        isLate ? { state: 'paused', pausedWhy: 'late' } : { state: 'sending', startedAt: now },
      )
      return isLate ? undefined : { at: now }
    }
    if (campaign?.state !== 'sending') return undefined
    if (campaign.requeueUntil !== null) return retryNext(tx, campaignId, campaign.requeueUntil, now)
    if (campaign.gathered === 0) return gatherNext({ tx, mailDomain }, campaignId, campaign.gatheredTo, now)
    if (campaign.enqueued === 0) {
      if (await hasEnoughJobs({ tx, queue })) return { at: now + pollMs }
      const after = campaign.enqueuedTo ?? ''
      const last = await enqueueCampaignEmails({ tx, queue }, campaignId, { after, most: batchSize })
      await update(tx, campaignId, last === undefined ? { enqueued: 1 } : { enqueuedTo: last })
      return { at: now }
    }
    await endIfComplete(tx, campaignId, now)
    return undefined
  })

async function gatherNext(
  { tx, mailDomain }: { tx: Tx; mailDomain: string },
  campaignId: string,
  gatheredTo: string | null,
  now: number,
): Promise<NextStep> {
  // Of every state, so that the database reads along the ids and never sorts all subscribers of one state.
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
  return { at: now }
}

async function retryNext(tx: Tx, campaignId: string, failedUntil: number, now: number): Promise<NextStep> {
  const retried = await retryFailedCampaignEmails(tx, campaignId, { failedUntil, most: batchSize })
  await update(tx, campaignId, {
    failed: sql<number>`failed - ${retried}`,
    ...(retried < batchSize && { requeueUntil: null, enqueued: 0, enqueuedTo: null }),
  })
  return { at: now }
}

/** Locks the row, so that an act of the clinic comes before or after this transaction. */
const lockCampaign = (tx: Tx, campaignId: string) =>
  tx
    .updateTable('campaigns')
    .set((column) => ({ state: column.ref('state') }))
    .where('id', '=', campaignId)
    .returning(['state', 'startsAt', 'requeueUntil', 'gathered', 'gatheredTo', 'enqueued', 'enqueuedTo'])
    .executeTakeFirst()

const update = (tx: Tx, campaignId: string, changes: UpdateObject<Tables, 'campaigns'>) =>
  tx.updateTable('campaigns').set(changes).where('id', '=', campaignId).execute()

/** Enqueues the job again if the clinic resumed or rescheduled the newsletter while the job was ending. */
export async function ensurePreparation({ tx, queue }: { tx: Tx; queue: Queue }, campaignId: string) {
  const campaign = await tx
    .selectFrom('campaigns')
    .select(['state', 'startsAt', 'enqueued', 'requeueUntil'])
    .where('id', '=', campaignId)
    .executeTakeFirst()
  const isUnprepared = campaign?.state === 'sending' && (campaign.enqueued === 0 || campaign.requeueUntil !== null)
  const runAt = (campaign?.state === 'scheduled' && campaign.startsAt) || Date.now()
  if (campaign?.state === 'scheduled' || isUnprepared)
    await queue.ensure(tx, 'send-newsletter', { campaignId }, { id: campaignId, runAt })
}
