import type { EmailKind } from './email-kinds.ts'

/** What holds for the delivery of a kind of email. */
export type DeliveryRules = {
  job: 'send-email' | 'send-newsletter-email'
  /** How long to wait after each failed try, in milliseconds; without them the queue tries ten times in about a day. */
  retryAfterMs?: number[]
  /** Whether the bytes as sent and the subject are stored with it. */
  storesBytes: boolean
}

const minute = 60_000

const usual: DeliveryRules = { job: 'send-email', storesBytes: true }

/** At once, after one minute and after five (product decisions, 'Newsletter result'). */
const newsletter: DeliveryRules = {
  job: 'send-newsletter-email',
  retryAfterMs: [1 * minute, 5 * minute],
  storesBytes: false,
}

export const rulesFor = (kind: EmailKind) => (kind === 'newsletter' ? newsletter : usual)
