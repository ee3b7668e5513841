import type { Db, Tx } from '#app/database/tables.ts'
import { countUse, refundUse, isUsedUp, type Limit } from '#app/domain/limits/limits.server.ts'
import type { EmailIds, EmailKind } from './email-kinds.ts'

const hour = 3_600_000
/** More than anybody needs who presses again because an email seems not to come. */
const perRecipient: Limit = { most: 12, windowMs: hour }
/** Whoever has the link to an appointment can cancel and undo, move, and change its address without end. */
const perAppointment: Limit = { most: 10, windowMs: hour }

/**
 * Emails that a stranger can have sent to an address by typing it, or through a link, and whether they count for their
 * recipient. What is needed to get into an account is counted where it is asked for (domain/accounts/account-emails), so
 * that a flood of others keeps nobody out. What follows an act of somebody who proved who they are, such as a changed
 * password, is not counted: no flood keeps it from its owner.
 */
const limited = {
  'newsletter-welcome': true,
  'newsletter-opt-in': true,
  'newsletter-confirm': true,
  'order-confirmation': true,
  appointment: true,
  'appointment-links': true,
  'appointment-address': true,
  /** To the clinic, which anybody may write to: counted per appointment only. */
  'appointment-notice': false,
} satisfies Partial<Record<EmailKind, boolean>>

export type LimitedKind = keyof typeof limited

/**
 * `limitedAs`: the fingerprint of the recipient's address, of an email that a public request causes. Undefined of what
 * the clinic does, of what the clock brings, and while ABUSE_LIMITS is off.
 */
export type Limited = { limitedAs: string | undefined }

type Counted<Kind extends LimitedKind = LimitedKind> = { kind: Kind; ids: EmailIds[Kind] } & Limited

/** Counts an email; false: so many went out within the hour that this one does not. */
export async function allowEmail(tx: Tx, email: object, now: number) {
  if (!isCounted(email)) return true
  const counted: string[] = []
  for (const { key, limit } of countersOf(email)) {
    counted.push(key)
    if ((await countUse({ tx }, key, limit, now)).ok) continue
    for (const each of counted) await refundUse({ tx }, each)
    return false
  }
  return true
}

/** Whether the next one would not go out. */
export async function isLimitReached<Kind extends LimitedKind>(db: Db, email: Counted<Kind>, now: number) {
  for (const { key, limit } of countersOf(email)) if (await isUsedUp({ db }, key, limit, now)) return true
  return false
}

const isCounted = (email: object): email is Counted =>
  'limitedAs' in email && 'kind' in email && Object.hasOwn(limited, String(email.kind))

function countersOf({ kind, ids, limitedAs }: Counted) {
  if (limitedAs === undefined) return []
  return [
    ...('appointmentId' in ids ? [{ key: `emails:${kind}:${ids.appointmentId}`, limit: perAppointment }] : []),
    ...(limited[kind] ? [{ key: `emails:address:${limitedAs}`, limit: perRecipient }] : []),
  ]
}
