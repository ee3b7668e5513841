import { pauseSending, recordResults, resumeAfterOutage } from '#app/domain/newsletter/campaign-results.server.ts'
import { stopIfRefused } from '#app/domain/newsletter/refusals.server.ts'
import { clearBounce, markBounced } from '#app/domain/newsletter/subscriber-rows.server.ts'
import { parseEmailIds } from '#app/domain/outbox/email-kinds.server.ts'
import { type Email, recordFailedTry, recordFailure, recordSent } from '#app/domain/outbox/emails.server.ts'
import { saysNoSuchAddress } from '#app/domain/outbox/failure-cause.ts'
import { expediteWaitingEmails } from '#app/domain/outbox/waiting-emails.server.ts'
import { decideRetry } from '#app/domain/outbox/retry-decision.ts'
import type { JobOutcome, Payload, Recording } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** An email as it was tried; `wasUncertain`: as it is stored. */
type TriedEmail = { email: Email; wasUncertain: boolean }

type Delivery = Awaited<ReturnType<Services['mail']['deliver']>>
type Accepted = Extract<Delivery, { ok: true }> & { subject: string }
type Failed = Extract<Delivery, { ok: false }> & { subject?: string }

type Deps = Pick<Services, 'database' | 'queue' | 'mail' | 'log'>

export function deliveredOutcome(
  deps: Deps,
  { email, wasUncertain }: TriedEmail,
  { state, raw, subject }: Accepted,
): JobOutcome {
  const { database, log } = deps
  const { id, kind, recipient, uncertain, retried, waitsForServer } = email
  const isNewsletter = kind === 'newsletter'
  return {
    state: 'done',
    async record(tx) {
      const now = Date.now()
      const sent = { state, recipient, uncertain: Number(uncertain), now, ...(!isNewsletter && { subject, raw }) }
      if (!(await recordSent(tx, id, sent))) return
      if (isNewsletter)
        await recordResults(tx, getCampaignId(email), [state, ...newlyUncertain(uncertain, wasUncertain)], now)
      const subscriberId = findSubscriberId(email)
      // A confirmation link that was sent says nothing before it was followed.
      if (subscriberId && state === 'sent' && (retried || kind === 'newsletter-welcome'))
        await clearBounce(tx, subscriberId)
      if (waitsForServer)
        database.afterCommit(tx, () => {
          // If this fails, the mail watch finds the emails that still wait.
          afterOutage(deps).catch((err: unknown) => log.warn({ err }, 'waiting emails could not be brought forward'))
        })
    },
  }
}

async function afterOutage(deps: Deps) {
  await expediteWaitingEmails(deps)
  await resumeAfterOutage(deps)
}

export async function failedOutcome(
  { mail }: Pick<Deps, 'mail'>,
  { email, wasUncertain }: TriedEmail,
  delivery: Failed,
): Promise<JobOutcome> {
  const { id, recipient } = email
  const { reason, detail, scope, subject, permanent, recipientRefused } = delivery
  const markIfBounced: Recording = async (tx) => {
    const subscriberId = findSubscriberId(email)
    if (subscriberId && recipientRefused && saysNoSuchAddress(detail)) await markBounced(tx, subscriberId)
  }
  if (email.kind !== 'newsletter')
    return {
      state: 'failed',
      reason,
      final: permanent,
      async record(tx) {
        await recordFailedTry(tx, id, { recipient, scope, reason, detail, subject })
        await markIfBounced(tx)
      },
    }

  const now = Date.now()
  const isDown = scope === 'server' && (await mail.isDown())
  const decision = decideRetry(email, delivery, { lastAnswerAt: mail.lastAnswerAt(), isDown, now })
  const { retry, tries, uncertain } = decision
  const record: Recording = async (tx) => {
    await recordFailedTry(tx, id, {
      recipient,
      reason,
      detail,
      scope: retry && decision.waitsForServer ? 'server' : null,
      tries,
      uncertain: Number(uncertain),
    })
    await recordResults(tx, getCampaignId(email), newlyUncertain(uncertain, wasUncertain), now)
    await markIfBounced(tx)
    if (retry && isDown) await pauseSending(tx, getCampaignId(email), 'mail-server')
  }
  return retry ? { state: 'again', at: decision.at, record } : { state: 'failed', reason, final: true, record }
}

/** After the last try the email is stored as failed, and its newsletter counts it. */
export async function recordEmailFailure(tx: Parameters<Recording>[0], { emailId }: Payload<'send-email'>) {
  const now = Date.now()
  if (await stopIfRefused(tx, emailId)) return
  const failed = await recordFailure(tx, emailId, now)
  if (failed?.campaignId) await recordResults(tx, failed.campaignId, ['failed'], now)
}

const newlyUncertain = (isUncertain: boolean, wasUncertain: boolean) =>
  isUncertain && !wasUncertain ? (['uncertain'] as const) : []

const getCampaignId = (email: Email) => parseEmailIds('newsletter', email).campaignId

function findSubscriberId(email: Email) {
  const ids = parseEmailIds(email.kind, email)
  return 'subscriberId' in ids ? ids.subscriberId : undefined
}
