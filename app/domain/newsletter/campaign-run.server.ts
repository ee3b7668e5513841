import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { latestStartMs } from './campaign.ts'

/** A worker's work on a newsletter. Only the newest run of one may claim recipients and write what became of them. */
export type Run = { campaignId: string; run: string }

type Begun =
  /** Nothing is to be sent: drafted, paused, ended, or gone. */
  | { next: 'nothing' }
  | { next: 'later'; at: number }
  /** It waits for the mail server. */
  | { next: 'ask-mail-server' }
  | { next: 'go'; run: string; url: string; subject: string | undefined; intro: string | undefined }

/** How often a worker may be gone in the middle of one mail before that mail is taken for the reason. */
const mostInterruptions = 5

/**
 * Takes the newsletter over. Whoever was claimed by an earlier run is queued again and marked as uncertain.
 * `hasAddress`: whether the letter names a postal address, without which none may leave the house.
 */
export async function beginRun(
  { database }: Pick<Deps, 'database'>,
  { campaignId, now, hasAddress = true }: { campaignId: string; now: number; hasAddress?: boolean },
): Promise<Begun> {
  return database.transaction(async (tx): Promise<Begun> => {
    const campaign = await tx
      .selectFrom('campaigns')
      .select(['state', 'paused_why', 'starts_at', 'url', 'subject', 'intro'])
      .where('id', '=', campaignId)
      .executeTakeFirst()
    if (campaign?.state === 'paused' && campaign.paused_why === 'mail-server') return { next: 'ask-mail-server' }
    if (campaign?.state === 'scheduled') {
      const startsAt = campaign.starts_at ?? now
      if (startsAt > now) return { next: 'later', at: startsAt }
      if (now - startsAt > latestStartMs) return hold(tx, campaignId, 'late')
    } else if (campaign?.state !== 'sending') return { next: 'nothing' }
    if (!hasAddress) return hold(tx, campaignId, 'address')

    const run = randomUUID()
    await tx
      .updateTable('campaigns')
      .set({ state: 'sending', run, started_at: sql<number>`coalesce(started_at, ${now})` })
      .where('id', '=', campaignId)
      .where('state', 'in', ['sending', 'scheduled'])
      .execute()
    await takeBack(tx, { campaignId, run }, now)
    const { url, subject, intro } = campaign
    return { next: 'go', run, url, subject: subject ?? undefined, intro: intro ?? undefined }
  })
}

/** A person decides. */
async function hold(tx: Tx, campaignId: string, why: 'late' | 'address'): Promise<Begun> {
  await tx
    .updateTable('campaigns')
    .set({ state: 'paused', paused_why: why })
    .where('id', '=', campaignId)
    .where('state', 'in', ['scheduled', 'sending'])
    .execute()
  return { next: 'nothing' }
}

/** Their claim was committed and no answer was: they may have got it or not. */
async function takeBack(tx: Tx, { campaignId, run }: Run, now: number) {
  const claimed = await tx
    .selectFrom('campaign_recipients')
    .select(['subscriber_id', 'interrupted', 'uncertain'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'sending')
    .where('run', '!=', run)
    .execute()
  for (const { subscriber_id, interrupted } of claimed) {
    const ends = interrupted + 1 >= mostInterruptions
    await tx
      .updateTable('campaign_recipients')
      .set({
        ...(ends ? { state: 'failed', reason: 'interrupted' } : { state: 'queued', next_at: now }),
        run: null,
        uncertain: 1,
        interrupted: interrupted + 1,
        changed_at: now,
      })
      .where('campaign_id', '=', campaignId)
      .where('subscriber_id', '=', subscriber_id)
      .execute()
  }
  const failed = claimed.filter(({ interrupted }) => interrupted + 1 >= mostInterruptions).length
  const uncertain = claimed.filter((one) => one.uncertain === 0).length
  if (claimed.length > 0)
    await tx
      .updateTable('campaigns')
      .set((column) => ({
        failed: column('failed', '+', failed),
        uncertain: column('uncertain', '+', uncertain),
      }))
      .where('id', '=', campaignId)
      .execute()
}

/** The mail server answers again. */
export const endMailTrouble = ({ database }: Pick<Deps, 'database'>, campaignId: string) =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('campaigns')
      .set({ state: 'sending', paused_why: null })
      .where('id', '=', campaignId)
      .where('state', '=', 'paused')
      .where('paused_why', '=', 'mail-server')
      .execute()
  })

/** The job failed for good; a person finds it paused and can have it go on. */
export const pauseForFault = (tx: Tx, campaignId: string) =>
  tx
    .updateTable('campaigns')
    .set({ state: 'paused', paused_why: 'fault' })
    .where('id', '=', campaignId)
    .where('state', 'in', ['sending', 'scheduled'])
    .execute()

/** Whether somebody had it go on while its job was about to end, which is then needed once more. */
export async function goOnIfResumed({ tx, queue }: { tx: Tx; queue: Queue }, campaignId: string) {
  const campaign = await tx
    .selectFrom('campaigns')
    .select(['state', 'starts_at'])
    .where('id', '=', campaignId)
    .where('state', 'in', ['sending', 'scheduled'])
    .executeTakeFirst()
  if (!campaign) return
  const runAt = campaign.state === 'scheduled' ? (campaign.starts_at ?? undefined) : undefined
  await queue.ensure(tx, 'send-newsletter', { campaignId }, { id: campaignId, ...(runAt && { runAt }) })
}

type Deps = { database: Database; mailDomain: string }
type Progress = 'more' | 'complete' | 'stopped'

/** A transaction is short, since pages wait for it. */
const atOnce = 500

/**
 * Writes the next few hundred subscribers down as recipients, in the order of their ids. Killed half-way it goes on
 * where it was, and nobody is written down twice.
 */
export async function gatherRecipients({ database, mailDomain }: Deps, run: Run, now: number): Promise<Progress> {
  return database.transaction(async (tx): Promise<Progress> => {
    const campaign = await ownCampaign(tx, run)
    if (campaign?.state !== 'sending') return 'stopped'
    if (campaign.gathered === 1) return 'complete'
    // Whatever their state, so that no database is tempted to sort a million of one state for every few hundred.
    const looked = await tx
      .selectFrom('subscribers')
      .select(['id', 'email', 'state'])
      .where('id', '>', campaign.gathered_to ?? '')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const subscribers = looked.filter(({ state }) => state === 'subscribed')
    const added = subscribers.length > 0 ? await writeDown(tx, run, subscribers, mailDomain, now) : 0
    const complete = looked.length < atOnce
    await tx
      .updateTable('campaigns')
      .set((column) => ({
        gathered_to: looked.at(-1)?.id ?? campaign.gathered_to,
        gathered: complete ? 1 : 0,
        recipients: column('recipients', '+', added),
      }))
      .where('id', '=', run.campaignId)
      .execute()
    return complete ? 'complete' : 'more'
  })
}

async function writeDown(
  tx: Tx,
  { campaignId }: Run,
  subscribers: { id: string; email: string }[],
  mailDomain: string,
  now: number,
) {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('campaign_recipients')
    .values(
      subscribers.map(({ id, email }) => ({
        campaign_id: campaignId,
        subscriber_id: id,
        email,
        message_id: `<${randomUUID()}@${mailDomain}>`,
        state: 'queued' as const,
        next_at: now,
        changed_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['campaign_id', 'subscriber_id']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Queues the next few hundred of those whom the clinic wants to be tried again. */
export async function requeueFailed({ database }: Pick<Deps, 'database'>, run: Run, now: number): Promise<Progress> {
  return database.transaction(async (tx): Promise<Progress> => {
    const campaign = await ownCampaign(tx, run)
    if (campaign?.state !== 'sending') return 'stopped'
    if (campaign.requeue_until === null) return 'complete'
    const failed = await tx
      .selectFrom('campaign_recipients')
      .select('subscriber_id')
      .where('campaign_id', '=', run.campaignId)
      .where('state', '=', 'failed')
      .where('changed_at', '<=', campaign.requeue_until)
      .limit(atOnce)
      .execute()
    const ids = failed.map(({ subscriber_id }) => subscriber_id)
    if (ids.length > 0)
      await tx
        .updateTable('campaign_recipients')
        .set({ state: 'queued', tries: 0, interrupted: 0, by_hand: 1, next_at: now, reason: null, detail: null })
        .where('campaign_id', '=', run.campaignId)
        .where('subscriber_id', 'in', ids)
        .execute()
    const complete = ids.length < atOnce
    await tx
      .updateTable('campaigns')
      .set((column) => ({
        failed: column('failed', '-', ids.length),
        ...(complete && { requeue_until: null }),
      }))
      .where('id', '=', run.campaignId)
      .execute()
    return complete ? 'complete' : 'more'
  })
}

/**
 * The newsletter, as long as this run is its newest; undefined afterwards. Its row is locked: an act of the clinic or
 * another run comes before this transaction or after it.
 */
export const ownCampaign = (tx: Tx, { campaignId, run }: Run) =>
  tx
    .updateTable('campaigns')
    .set({ run })
    .where('id', '=', campaignId)
    .where('run', '=', run)
    .returning(['state', 'gathered', 'gathered_to', 'requeue_until'])
    .executeTakeFirst()
