import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { reserveTurn } from '#app/domain/limits/pace.server.ts'
import { storableText } from '#app/domain/shared/storable-text.ts'
import type { Verdict } from './after-delivery.ts'
import { forgetBounce, markBounced } from './bounces.server.ts'
import type { CampaignState } from './campaign.ts'
import { ownCampaign, type Run } from './campaign-run.server.ts'

/** A recipient whom this run alone may mail now. */
export type Claimed = {
  subscriberId: string
  email: string
  messageId: string
  tries: number
  uncertain: boolean
  troubledAt: number | null
  byHand: boolean
  /** When their turn is, by the pace. */
  at: number
}

export type Result = { recipient: Claimed; verdict: Verdict }

/** At most so many a second, of whatever goes by the same key, from all processes together. */
export type Pace = { key: string; perSecond: number }

type Asked = {
  results: Result[]
  /** Claimed and not mailed: queued again as if nothing had been. */
  givenBack: Claimed[]
  /** How many to claim. */
  want: number
  paces: Pace[]
  /** The mail server takes nobody's mail. */
  mailTrouble: boolean
  /** Nobody is claimed or on the way beyond what is told here. */
  idle: boolean
  now: number
}

export type Turn = {
  /** 'lost': another run took over or has to, and what was told here counts as far as it was still this one's. */
  state: CampaignState | 'lost'
  claimed: Claimed[]
  /** When to claim again, if not as soon as there is room; `undefined` with nobody left. */
  nextAt: number | undefined
}

/**
 * Writes what became of recipients and claims the next ones, in one transaction that is on the disk before anybody is
 * mailed. Whoever left the list in the meantime is left out.
 */
export async function takeTurn(
  { database }: Pick<{ database: Database }, 'database'>,
  run: Run,
  { results, givenBack, want, paces, mailTrouble, idle, now }: Asked,
): Promise<Turn> {
  return database.transaction(async (tx): Promise<Turn> => {
    const campaign = await ownCampaign(tx, run)
    if (!campaign) return { state: 'lost', claimed: [], nextAt: undefined }
    const settled = await settle(tx, run, results, now)
    if (givenBack.length > 0) await giveBack(tx, run, givenBack)
    const pauses = mailTrouble && campaign.state === 'sending'
    const claims = campaign.state === 'sending' && !pauses
    const { leftOut, ...claim } = claims
      ? await claimNext(tx, run, { want, paces, now })
      : { claimed: [], nextAt: undefined, leftOut: 0 }
    const nobodyIsLeft = claims && idle && claim.claimed.length === 0 && claim.nextAt === undefined
    // Claimed in a commit whose word was lost: only another run takes them back.
    const someoneIsStranded = nobodyIsLeft && (await isSomeoneClaimed(tx, run))
    const ends = nobodyIsLeft && !someoneIsStranded
    const state = pauses ? 'paused' : ends ? 'done' : campaign.state
    const changes = { ...settled, left_out: leftOut }
    if (state !== campaign.state || Object.values(changes).some((count) => count > 0))
      await tx
        .updateTable('campaigns')
        .set((column) => ({
          ...(pauses && { state, paused_why: 'mail-server' as const }),
          ...(ends && { state, ended_at: now }),
          sent: column('sent', '+', changes.sent),
          kept: column('kept', '+', changes.kept),
          failed: column('failed', '+', changes.failed),
          uncertain: column('uncertain', '+', changes.uncertain),
          left_out: column('left_out', '+', changes.left_out),
        }))
        .where('id', '=', run.campaignId)
        .execute()
    return { state: someoneIsStranded ? 'lost' : state, ...claim }
  })
}

/** Counted is what was changed: a commit whose word was lost is not counted twice. */
async function settle(tx: Tx, run: Run, results: Result[], now: number) {
  const counts = { sent: 0, kept: 0, failed: 0, uncertain: 0 }
  for (const state of ['sent', 'kept'] as const) {
    const there = results.filter(({ verdict }) => verdict.state === state)
    if (there.length > 0) counts[state] = await settleArrived(tx, run, there, state, now)
  }
  for (const result of results) {
    const { verdict, recipient } = result
    if (verdict.state === 'sent' || verdict.state === 'kept') continue
    if (!(await settleTrouble(tx, run, { recipient, verdict }, now))) continue
    if (verdict.uncertain && !recipient.uncertain) counts.uncertain += 1
    if (verdict.state === 'failed') counts.failed += 1
    if (verdict.state === 'failed' && verdict.bounced) await markBounced({ tx }, recipient.subscriberId)
  }
  return counts
}

async function settleArrived(tx: Tx, run: Run, there: Result[], state: 'sent' | 'kept', now: number) {
  const { numUpdatedRows } = await claimsOf(tx, run, there)
    .set({ state, run: null, reason: null, detail: null, changed_at: now })
    .executeTakeFirst()
  for (const { recipient } of there)
    if (recipient.byHand && state === 'sent') await forgetBounce({ tx }, recipient.subscriberId)
  return Number(numUpdatedRows)
}

async function settleTrouble(
  tx: Tx,
  run: Run,
  { recipient, verdict }: { recipient: Claimed; verdict: Extract<Verdict, { reason: string }> },
  now: number,
) {
  const { numUpdatedRows } = await claimsOf(tx, run, [{ recipient }])
    .set({
      state: verdict.state,
      run: null,
      reason: verdict.reason,
      detail: storableText(verdict.detail),
      uncertain: verdict.uncertain ? 1 : 0,
      changed_at: now,
      ...(verdict.state === 'queued'
        ? { tries: verdict.tries, next_at: verdict.nextAt, troubled_at: verdict.troubledAt }
        : { tries: recipient.tries + 1 }),
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const giveBack = (tx: Tx, run: Run, recipients: Claimed[]) =>
  claimsOf(
    tx,
    run,
    recipients.map((recipient) => ({ recipient })),
  )
    .set({ state: 'queued', run: null })
    .execute()

const claimsOf = (tx: Tx, { campaignId, run }: Run, of: { recipient: Claimed }[]) =>
  tx
    .updateTable('campaign_recipients')
    .where('campaign_id', '=', campaignId)
    .where(
      'subscriber_id',
      'in',
      of.map(({ recipient }) => recipient.subscriberId),
    )
    .where('state', '=', 'sending')
    .where('run', '=', run)

type Wanted = { want: number; paces: Pace[]; now: number }
type Claim = { claimed: Claimed[]; nextAt: number | undefined; leftOut: number }

async function claimNext(tx: Tx, run: Run, { want, paces, now }: Wanted): Promise<Claim> {
  const due = want > 0 ? await dueRecipients(tx, run, want, now) : []
  const gone = due.filter((row) => !mayGetIt(row))
  if (gone.length > 0) await leaveOut(tx, run, idsOf(gone), now)

  const claimed: Claimed[] = []
  let pausedUntil: number | undefined
  for (const row of due.filter(mayGetIt)) {
    const turn = await turnOf(tx, paces, now)
    if (!turn.ok) {
      pausedUntil = turn.askAgainAt
      break
    }
    claimed.push({
      subscriberId: row.subscriber_id,
      email: row.current_email ?? row.email,
      messageId: row.message_id,
      tries: row.tries,
      uncertain: row.uncertain === 1,
      troubledAt: row.troubled_at,
      byHand: row.by_hand === 1,
      at: turn.at,
    })
  }
  if (claimed.length > 0) await claim(tx, run, claimed, now)
  for (const row of due)
    if (row.current_email !== null && row.current_email !== row.email)
      await correctAddress(tx, run, row.subscriber_id, row.current_email)
  const nextAt = pausedUntil ?? (due.length < want || want === 0 ? await nextDueAt(tx, run) : now)
  return { claimed, nextAt, leftOut: gone.length }
}

const dueRecipients = (tx: Tx, { campaignId }: Run, most: number, now: number) =>
  tx
    .selectFrom('campaign_recipients as recipient')
    .leftJoin('subscribers', 'subscribers.id', 'recipient.subscriber_id')
    .select([
      'recipient.subscriber_id',
      'recipient.email',
      'recipient.message_id',
      'recipient.tries',
      'recipient.uncertain',
      'recipient.troubled_at',
      'recipient.by_hand',
      'subscribers.email as current_email',
      'subscribers.state as current_state',
    ])
    .where('recipient.campaign_id', '=', campaignId)
    .where('recipient.state', '=', 'queued')
    .where('recipient.next_at', '<=', now)
    .orderBy('recipient.next_at')
    .limit(most)
    .execute()

type Due = Awaited<ReturnType<typeof dueRecipients>>[number]

/** Still on the list; or refused by their mail server before, and the clinic wants it tried again. */
const mayGetIt = ({ current_state, by_hand }: Due) =>
  current_state === 'subscribed' || (current_state === 'bounced' && by_hand === 1)

const idsOf = (rows: { subscriber_id: string }[]) => rows.map(({ subscriber_id }) => subscriber_id)

const leaveOut = (tx: Tx, { campaignId }: Run, ids: string[], now: number) =>
  tx
    .updateTable('campaign_recipients')
    .set({ state: 'left-out', reason: 'no longer on the list', changed_at: now })
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', 'in', ids)
    .execute()

const claim = (tx: Tx, { campaignId, run }: Run, claimed: Claimed[], now: number) =>
  tx
    .updateTable('campaign_recipients')
    .set({ state: 'sending', run, changed_at: now })
    .where('campaign_id', '=', campaignId)
    .where(
      'subscriber_id',
      'in',
      claimed.map(({ subscriberId }) => subscriberId),
    )
    .execute()

/** The clinic mended it since the list was made. */
const correctAddress = (tx: Tx, { campaignId }: Run, subscriberId: string, email: string) =>
  tx
    .updateTable('campaign_recipients')
    .set({ email })
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .execute()

async function isSomeoneClaimed(tx: Tx, { campaignId }: Run) {
  const claimed = tx
    .selectFrom('campaign_recipients')
    .select('subscriber_id')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'sending')
  return (await claimed.limit(1).execute()).length > 0
}

async function nextDueAt(tx: Tx, { campaignId }: Run) {
  const next = await tx
    .selectFrom('campaign_recipients')
    .select('next_at')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'queued')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_at
}

/** By every pace at once. */
async function turnOf(tx: Tx, paces: Pace[], now: number) {
  let at = now
  for (const { key, perSecond } of paces) {
    const turn = await reserveTurn({ tx }, key, { perSecond, now })
    if (!turn.ok) return turn
    at = Math.max(at, turn.at)
  }
  return { ok: true as const, at }
}
