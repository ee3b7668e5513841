import { sql } from 'kysely'
import type { Tx } from '#app/database/tables.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { findRefusal, takeBackRefusals } from '#app/domain/outbox/campaign-emails.server.ts'

/** Answers alike from its beginning say that no email will get through. Later ones may be about some mail servers only. */
const mostAtFirst = 3
const mostLater = 10

/**
 * An email got its last answer. If it is one of a newsletter, and the answer is about the sender, a limit or a policy rather
 * than its address, and so were the answers before, the newsletter stops. Then it returns true: these emails wait until it
 * is resumed.
 */
export async function stopIfRefused(tx: Tx, emailId: string) {
  const { campaignId, said } = (await findRefusal(tx, emailId)) ?? {}
  if (!campaignId || said === undefined) return false
  const cause = findFailureCause(said)
  if (cause === 'no-mailbox') return false
  const { refusals, sent, state, pausedWhy } = await tx
    .updateTable('campaigns')
    .set({
      refusals: sql<number>`case when refused_for = ${cause} then refusals + 1 else 1 end`,
      refusedFor: cause,
    })
    .where('id', '=', campaignId)
    .returning(['refusals', 'sent', 'state', 'pausedWhy'])
    .executeTakeFirstOrThrow()
  const hasStopped = state === 'paused' && pausedWhy === 'refused'
  const most = sent === 0 || cause === 'limit' ? mostAtFirst : mostLater
  if (!hasStopped && (state !== 'sending' || refusals < most)) return false
  // Of one that has stopped, this email was still on its way.
  const isAlike = (other: string) => findFailureCause(other) === cause
  const back = await takeBackRefusals(tx, { campaignId, emailId }, { most: hasStopped ? 0 : refusals - 1, isAlike })
  await tx
    .updateTable('campaigns')
    .set({ state: 'paused', pausedWhy: 'refused', failed: sql<number>`failed - ${back}` })
    .where('id', '=', campaignId)
    .execute()
  return true
}
