import type { Db, Tx } from '#app/database/tables.ts'
import { listPosted } from '#app/domain/ledger/ledger.server.ts'
import type { LedgerTransaction } from '#app/domain/ledger/ledger.ts'
import {
  type BookingSubject,
  lockPosted,
  netOf,
  nextKey,
  paidOf,
  postIfAny,
  prepaidOf,
  sum,
} from './booking-ledger.server.ts'

/** `key`: of the form, so that pressing twice takes the money once. */
type DeskEntry = { subject: BookingSubject; key: string; cents: number; now: number }

/** Money was taken at the clinic's desk for days to come. */
export const postDesk = (tx: Tx, { subject, key, cents, now }: DeskEntry) =>
  postIfAny(tx, { key: `desk:${key}`, subject, at: now, lines: toLines(cents) })

/** What was entered about the desk is taken off, as far as no visit used it. Returns how much that was. */
export async function undoDesk(tx: Tx, subject: BookingSubject, now: number): Promise<number> {
  const posted = await lockPosted(tx, subject)
  const cents = deskLeftOf(posted)
  await postIfAny(tx, {
    key: nextKey(posted, 'desk-undone', subject.slice(subject.indexOf(':') + 1)),
    subject,
    at: now,
    lines: toLines(-cents),
  })
  return cents
}

/** Money went back at the desk. */
export async function payBackAtDesk(
  tx: Tx,
  { subject, key, cents, now }: DeskEntry,
): Promise<{ ok: true; isNew: boolean } | { ok: false; reason: 'too-much'; leftCents: number }> {
  const posted = await lockPosted(tx, subject)
  const entry = { key: `desk-back:${key}`, subject, at: now, lines: toLines(-cents) }
  if (posted.some((earlier) => earlier.key === entry.key)) return { ok: true, isNew: false }
  const leftCents = deskLeftOf(posted)
  if (cents > leftCents) return { ok: false, reason: 'too-much', leftCents }
  await postIfAny(tx, entry)
  return { ok: true, isNew: true }
}

const toLines = (cents: number) => [
  { account: 'desk' as const, cents },
  { account: 'prepaid' as const, cents: -cents },
]

/** What was paid online goes back online. */
const deskLeftOf = (posted: readonly LedgerTransaction[]) =>
  Math.max(0, Math.min(prepaidOf(posted), sumOf(posted, ['desk'])))

const sumOf = (posted: readonly LedgerTransaction[], accounts: Parameters<typeof netOf>[1]) =>
  sum(netOf(posted, accounts).map(({ cents }) => cents))

/** In cents. `deskLeft`: what of `left` can be paid back at the desk. */
export type BookingMoney = { paid: number; used: number; paidBack: number; left: number; deskLeft: number }

/** What was paid for a plan before its days; undefined if nothing was. */
export async function findBookingMoney(db: Db, subject: BookingSubject): Promise<BookingMoney | undefined> {
  const posted = await listPosted(db, subject)
  const paid = paidOf(posted)
  if (paid === 0) return undefined
  const used = 0 - sumOf(posted, ['service-sales', 'sales-tax', 'cancellation-fees'])
  const left = prepaidOf(posted)
  return { paid, used, paidBack: paid - used - left, left, deskLeft: deskLeftOf(posted) }
}
