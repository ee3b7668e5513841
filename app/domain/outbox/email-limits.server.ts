import type { Db, Tx } from '#app/database/tables.ts'
import { countUse, refundUse, isUsedUp, type Limit } from '#app/domain/limits/limits.server.ts'
import type { EmailIds, EmailKind } from './email-kinds.server.ts'

const hour = 3_600_000
/** Enough for a person who presses again because an email seems not to arrive. */
const perRecipient: Limit = { most: 12, windowMs: hour }
/** With the link to an appointment a person could cancel and undo, move, or change the address without end. */
const perAppointment: Limit = { most: 10, windowMs: hour }

/**
 * Emails that a stranger can cause by typing an address or through a link, and whether they count for their recipient.
 * Emails for getting into an account have a limit of their own (domain/accounts/account-emails), so that a flood of others
 * locks no owner out. Emails after a proven act, such as a changed password, are not limited.
 */
const limited = {
  'newsletter-welcome': true,
  'newsletter-opt-in': true,
  'newsletter-confirm': true,
  'order-confirmation': true,
  appointment: true,
  'booking-payment': true,
  'appointment-links': true,
  'appointment-address': true,
  'data-code': true,
  waitlist: true,
  /** To the clinic: counted per appointment only. */
  'appointment-notice': false,
} satisfies Partial<Record<EmailKind, boolean>>

export type LimitedKind = keyof typeof limited

/** The fingerprint of the recipient's address, if a public request caused the email and ABUSE_LIMITS is on. */
export type Limited = { limitedAs: string | undefined }

type LimitedEmail<Kind extends LimitedKind = LimitedKind> = { kind: Kind; ids: EmailIds[Kind] } & Limited

/** Counts an email; returns false when the limit was reached. */
export async function allowEmail(tx: Tx, email: object, now: number) {
  if (!isLimited(email)) return true
  const counted: string[] = []
  for (const { key, limit } of toCounters(email)) {
    counted.push(key)
    if ((await countUse({ tx }, key, limit, now)).ok) continue
    for (const each of counted) await refundUse({ tx }, each)
    return false
  }
  return true
}

/** Whether the next one would be rejected. */
export async function isLimitReached<Kind extends LimitedKind>(db: Db, email: LimitedEmail<Kind>, now: number) {
  for (const { key, limit } of toCounters(email)) if (await isUsedUp({ db }, key, limit, now)) return true
  return false
}

const isLimited = (email: object): email is LimitedEmail =>
  'limitedAs' in email && 'kind' in email && Object.hasOwn(limited, String(email.kind))

function toCounters({ kind, ids, limitedAs }: LimitedEmail) {
  if (limitedAs === undefined) return []
  return [
    ...('appointmentId' in ids ? [{ key: `emails:${kind}:${ids.appointmentId}`, limit: perAppointment }] : []),
    ...(limited[kind] ? [{ key: `emails:address:${limitedAs}`, limit: perRecipient }] : []),
  ]
}
