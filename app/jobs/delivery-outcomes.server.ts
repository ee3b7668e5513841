import { forgetBounce, markBounced } from '#app/domain/newsletter/bounces.server.ts'
import { countResults, pauseForMailServer, resumeAfterOutage } from '#app/domain/newsletter/campaign-results.server.ts'
import { rulesFor } from '#app/domain/outbox/delivery-rules.ts'
import { idsOf } from '#app/domain/outbox/email-kinds.ts'
import { type Email, recordFailedTry, recordFailure, recordSent } from '#app/domain/outbox/emails.server.ts'
import { bringEmailsForward } from '#app/domain/outbox/emails-in-trouble.server.ts'
import { decideRetry } from '#app/domain/outbox/retry-decision.ts'
import type { JobHandler, JobOutcome, Recording } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** An email as it was tried; `wasUncertain`: as it is stored. */
type Tried = { email: Email; wasUncertain: boolean; to: string }

type Delivery = Awaited<ReturnType<Services['mail']['deliver']>>
type Accepted = Extract<Delivery, { ok: true }> & { subject: string }
type Refused = Omit<Extract<Delivery, { ok: false }>, 'raw'> & { subject?: string }

type Deps = Pick<Services, 'database' | 'queue' | 'mail' | 'log'>

/** The mail server took it. */
export function deliveredOutcome(
  deps: Deps,
  { email, wasUncertain, to }: Tried,
  { state, raw, subject }: Accepted,
): JobOutcome {
  const { database, log } = deps
  const { id, kind, uncertain, retried, inServerTrouble } = email
  return {
    state: 'done',
    async record(tx) {
      const now = Date.now()
      const stored = rulesFor(kind).storesBytes ? { subject, raw } : {}
      if (!(await recordSent(tx, id, { state, to, uncertain, now, ...stored }))) return
      const isNewsletter = kind === 'newsletter'
      if (isNewsletter)
        await countResults(tx, campaignOf(email), [state, ...newlyUncertain(uncertain, wasUncertain)], now)
      const subscriberId = subscriberOf(email)
      if (subscriberId && state === 'sent' && (retried || !isNewsletter)) await forgetBounce({ tx }, subscriberId)
      if (inServerTrouble)
        database.afterCommit(tx, () => {
          // What stays behind when this fails is found by the watch.
          afterOutage(deps).catch((err: unknown) => log.warn({ err }, 'waiting emails could not be brought forward'))
        })
    },
  }
}

async function afterOutage(deps: Deps) {
  await bringEmailsForward(deps)
  await resumeAfterOutage(deps)
}

/** It did not leave, or nobody knows. */
export async function failedOutcome(deps: Deps, tried: Tried, delivery: Refused): Promise<JobOutcome> {
  const { email, wasUncertain, to } = tried
  const { retryAfterMs, storesBytes } = rulesFor(email.kind)
  const now = Date.now()
  const { reason, detail } = delivery
  const subject = storesBytes ? delivery.subject : undefined
  const bounced: Recording = async (tx) => {
    const subscriberId = subscriberOf(email)
    if (subscriberId && delivery.recipientRefused) await markBounced({ tx }, subscriberId)
  }
  if (!retryAfterMs)
    return {
      state: 'failed',
      reason: delivery.reason,
      final: delivery.permanent,
      async record(tx) {
        await recordFailedTry(tx, email.id, { ...delivery, to, subject })
        await bounced(tx)
      },
    }

  const campaignId = campaignOf(email)
  const isDown = delivery.trouble === 'server' && (await deps.mail.isDown())
  const server = { isDown, answeredAt: deps.mail.answeredAt() }
  const decision = decideRetry(email, delivery, { retryAfterMs, server, now })
  const uncertainNow = newlyUncertain(decision.uncertain, wasUncertain)
  if (!decision.retry)
    return {
      state: 'failed',
      reason: delivery.reason,
      final: true,
      async record(tx) {
        const tries = email.tries + 1
        await recordFailedTry(tx, email.id, {
          to,
          reason,
          detail,
          trouble: null,
          tries,
          uncertain: decision.uncertain,
        })
        await countResults(tx, campaignId, uncertainNow, now)
        await bounced(tx)
      },
    }
  const { at, tries, uncertain, waitsForServer } = decision
  return {
    state: 'again',
    at,
    async record(tx) {
      const trouble = waitsForServer ? 'server' : null
      await recordFailedTry(tx, email.id, { to, reason, detail, trouble, tries, uncertain })
      await countResults(tx, campaignId, uncertainNow, now)
      if (isDown) await pauseForMailServer(tx, campaignId)
    },
  }
}

/** After the last try the email itself says that it did not go out, and its newsletter counts it. */
export const emailFailed: NonNullable<JobHandler<Services, 'send-email'>['failed']> = async (tx, { emailId }) => {
  const now = Date.now()
  const failed = await recordFailure(tx, emailId, now)
  if (failed?.campaignId) await countResults(tx, failed.campaignId, ['failed'], now)
}

const newlyUncertain = (isUncertain: boolean, wasUncertain: boolean) =>
  isUncertain && !wasUncertain ? (['uncertain'] as const) : []

const campaignOf = (email: Email) => idsOf('newsletter', email).campaignId

/** The subscriber to whom an email about the newsletter goes. */
function subscriberOf(email: Email) {
  const ids = idsOf(email.kind, email)
  return 'subscriberId' in ids ? ids.subscriberId : undefined
}
