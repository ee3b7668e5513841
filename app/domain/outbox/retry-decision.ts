import type { Delivery } from '#app/integrations/mail-transport/mail-transport.server.ts'
import type { Email } from './emails.server.ts'

type EmailBeforeTry = Pick<Email, 'tries' | 'triedAt' | 'uncertain' | 'waitsForServer'>

/** `lastAnswerAt`: when the mail server last took an email, or rejected a single one. */
type Circumstances = { lastAnswerAt: number; isDown: boolean; now: number }

/** `waitsForServer`: the failed try does not count. */
export type RetryDecision = { uncertain: boolean; tries: number } & (
  | { retry: false }
  | { retry: true; at: number; waitsForServer: boolean }
)

const minute = 60_000
/** A newsletter's three tries: at once, after one minute and after five (product decisions, 'Newsletter result'). */
const retryAfterMs = [1 * minute, 5 * minute]
/** Other emails go before one that met a failure of the server. */
const serverFailedMs = 20_000
/** The first email that gets through brings the others forward, so this may be long. */
const serverDownMs = 5 * minute

/** Whether and when an email of a newsletter is tried again. For all others the queue retries ten times in about a day. */
export function decideRetry(
  { tries, triedAt, uncertain, waitsForServer }: EmailBeforeTry,
  delivery: Extract<Delivery, { ok: false }>,
  { lastAnswerAt, isDown, now }: Circumstances,
): RetryDecision {
  const giveUp: RetryDecision = { retry: false, uncertain, tries: tries + 1 }
  if (delivery.permanent) return giveUp
  if (delivery.perhapsSent) {
    // Only one more try, since a person must not get more than two emails.
    if (uncertain) return giveUp
    return { retry: true, uncertain: true, tries, at: now + minute, waitsForServer: false }
  }
  // If the server has taken other emails meanwhile, the failure is this email's own.
  const isItsOwn = delivery.scope === 'email' || (waitsForServer && lastAnswerAt > (triedAt ?? now))
  if (!isItsOwn) {
    const at = now + (isDown ? serverDownMs : serverFailedMs)
    return { retry: true, uncertain, tries, at, waitsForServer: true }
  }
  const wait = retryAfterMs[tries]
  if (wait === undefined) return giveUp
  return { retry: true, uncertain, tries: tries + 1, at: now + wait, waitsForServer: false }
}
