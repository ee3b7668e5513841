import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { findRefusal, listRefused, takeBack } from '#app/domain/outbox/campaign-emails.server.ts'
import { clearBounce } from './subscriber-rows.server.ts'

/** Refusals from its beginning say that no email will get through. Later ones may be about some mail servers only. */
const mostAtFirst = 3
const mostLater = 10
/** So many addresses in a row that don't exist are rather a mail account's bad day. Each time it is resumed, more pass. */
const unknownInARow = new Set([10, 50, 250, 1_250])

/**
 * An email got its last answer. If it is one of a newsletter, and the answers before were refusals too, the newsletter
 * stops. Then it returns true: these emails wait until it is resumed, and nobody is marked for what was said to them.
 */
export async function stopIfRefused(tx: Tx, emailId: string) {
  const refused = await findRefusal(tx, emailId)
  if (!refused) return false
  const { campaignId } = refused
  const cause = findFailureCause(refused.said)
  const { refusals, sent, state, pausedWhy } = await tx
    .updateTable('campaigns')
    .set({ refusals: sql<number>`refusals + 1`, refusedFor: cause })
    .where('id', '=', campaignId)
    .returning(['refusals', 'sent', 'state', 'pausedWhy'])
    .executeTakeFirstOrThrow()
  const isStopped = state === 'paused' && pausedWhy === 'refused'
  const most = sent === 0 || cause === 'limit' ? mostAtFirst : mostLater
  const stops = state === 'sending' && (cause === 'no-mailbox' ? unknownInARow.has(refusals) : refusals >= most)
  if (!isStopped && !stops) return false
  const failed = isStopped ? [] : await listFailed(tx, campaignId, refusals)
  const waiting = [refused, ...failed]
  await takeBack(
    tx,
    waiting.map(({ id }) => id),
  )
  for (const { subscriberId } of waiting) await clearBounce(tx, subscriberId)
  await tx
    .updateTable('campaigns')
    .set({ state: 'paused', pausedWhy: 'refused', failed: sql<number>`failed - ${failed.length}` })
    .where('id', '=', campaignId)
    .execute()
  return true
}

/**
 * All that failed for no fault of their address, and of the others the newest, which belong to these refusals. An email
 * that was on its way meanwhile may have got through between them, so that there are more than were counted in a row.
 */
async function listFailed(tx: Tx, campaignId: string, refusals: number) {
  const isUnknown = ({ said }: { said: string }) => findFailureCause(said) === 'no-mailbox'
  const failed = await listRefused(tx, campaignId)
  return [...failed.filter((email) => !isUnknown(email)), ...failed.filter(isUnknown).slice(0, 2 * refusals)]
}
