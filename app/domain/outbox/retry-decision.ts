import type { Delivery } from '#app/integrations/mail-transport/mail-transport.server.ts'

/** An email before its try. */
type BeforeTry = {
  tries: number
  /** When it was last tried, epoch milliseconds. */
  triedAt: number | undefined
  uncertain: boolean
  /** Whether that try failed because of the mail server as a whole. */
  inServerTrouble: boolean
}

type MailServer = {
  /** When it last took an email, or refused one alone; epoch milliseconds. */
  answeredAt: number
  isDown: boolean
}

/** `at` in epoch milliseconds; `waitsForServer`: it used up no try. */
export type RetryDecision = { uncertain: boolean } & (
  | { retry: false }
  | { retry: true; at: number; tries: number; waitsForServer: boolean }
)

const minute = 60_000
/** An email that met a failure of the server lets others go first. */
const letOthersGoMs = 20_000
/** The first success brings it forward, whenever that is. */
const serverDownMs = 5 * minute

/** Whether and when an email of a kind with `retryAfterMs` is tried again after a failed try. */
export function decideRetry(
  { tries, triedAt, uncertain, inServerTrouble }: BeforeTry,
  delivery: Extract<Delivery, { ok: false }>,
  { retryAfterMs, server, now }: { retryAfterMs: number[]; server: MailServer; now: number },
): RetryDecision {
  if (delivery.permanent) return { retry: false, uncertain }
  if (delivery.perhapsSent) {
    // Once more and no more: two emails to a person are enough.
    if (uncertain) return { retry: false, uncertain }
    return { retry: true, uncertain: true, tries, at: now + minute, waitsForServer: false }
  }
  // Whether it is the server's failure or this email's own shows in what becomes of the others meanwhile.
  const isItsOwn = delivery.trouble === 'email' || (inServerTrouble && server.answeredAt > (triedAt ?? now))
  if (!isItsOwn) {
    const at = now + (server.isDown ? serverDownMs : letOthersGoMs)
    return { retry: true, uncertain, tries, at, waitsForServer: true }
  }
  const wait = retryAfterMs[tries]
  if (wait === undefined) return { retry: false, uncertain }
  return { retry: true, uncertain, tries: tries + 1, at: now + wait, waitsForServer: false }
}
