import type { EmailKind } from './email-kinds.ts'

type DeliveryRules = {
  /** How long to wait after each failed try; without it the queue retries ten times in about a day. */
  retryAfterMs?: number[]
  /** Whether the bytes as sent and the subject are stored with the email. */
  storesBytes: boolean
}

const minute = 60_000

/** A newsletter's three tries: at once, after one minute and after five (product decisions, 'Newsletter result'). */
export const getDeliveryRules = (kind: EmailKind): DeliveryRules =>
  kind === 'newsletter' ? { retryAfterMs: [1 * minute, 5 * minute], storesBytes: false } : { storesBytes: true }
