import type { Db, Tx } from '#app/database/tables.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { listAppointmentsOfPlan } from '#app/domain/booking/appointments.server.ts'
import { listPosted, post } from '#app/domain/ledger/ledger.server.ts'
import { type Account, type LedgerLine, type LedgerTransaction, shareOut } from '#app/domain/ledger/ledger.ts'
import type { Payment, Refund } from '#app/domain/payments/payment.ts'
import { taxWithin } from './service-tax.ts'

type Day = Pick<Appointment, 'id' | 'planId' | 'serviceId'>

export type BookingSubject = `appointment:${string}` | `plan:${string}`

/** The days of a plan are paid for together. */
export const toBookingSubject = ({ id, planId }: Pick<Day, 'id' | 'planId'>): BookingSubject =>
  planId === undefined ? `appointment:${id}` : `plan:${planId}`

type Advance = { subject: BookingSubject; paymentId: string; cents: number; now: number }

const toAdvanceKey = (paymentId: string) => `advance:${paymentId}`

/** What was paid online is held for the appointment, or for the days of the plan, until they have been. */
export const postAdvance = (tx: Tx, { subject, paymentId, cents, now }: Advance) =>
  post(tx, {
    key: toAdvanceKey(paymentId),
    subject,
    at: now,
    lines: [
      { account: 'receivable', cents },
      { account: 'prepaid', cents: -cents },
    ],
  })

/** A visit has been: its share of what was prepaid is earned. `taxRate`: of the service; the share includes the tax. */
export async function earnVisit(tx: Tx, day: Day, { taxRate, now }: { taxRate: number; now: number }): Promise<void> {
  const subject = toBookingSubject(day)
  const posted = await lockPosted(tx, subject)
  const cents = shareOf(posted, await countDays(tx, day))
  const taxCents = taxWithin(cents, taxRate)
  const item = day.serviceId
  await postIfAny(tx, {
    key: nextKey(posted, 'visit', day.id),
    subject,
    at: now,
    lines: [
      { account: 'prepaid', cents },
      { account: 'service-sales', cents: taxCents - cents, item },
      { account: 'sales-tax', cents: -taxCents, item },
    ],
  })
}

/** Takes back what a visit earned, but no more of it than was not refunded meanwhile. */
export const unearnVisit = (tx: Tx, day: Day, now: number) => reverse(tx, day, 'visit', now)

/**
 * Keeps a fee of what is prepaid, for a late cancellation or a visit that was missed. Returns what is kept: at most what is
 * prepaid for the appointment, or for its day of a plan.
 */
export async function keepFee(tx: Tx, day: Day, { cents, now }: { cents: number; now: number }): Promise<number> {
  const subject = toBookingSubject(day)
  const posted = await lockPosted(tx, subject)
  const kept = Math.min(cents, shareOf(posted, await countDays(tx, day)))
  await postIfAny(tx, {
    key: nextKey(posted, 'fee', day.id),
    subject,
    at: now,
    lines: [
      { account: 'prepaid', cents: kept },
      { account: 'cancellation-fees', cents: -kept, item: day.serviceId },
    ],
  })
  return kept
}

/** What of the prepaid money a day is worth now: at most so much of it is kept as its fee. */
export const readShare = async (db: Db, day: Day): Promise<number> =>
  shareOf(await listPosted(db, toBookingSubject(day)), await countDays(db, day))

/** What of the prepaid money a visit has used up. */
export const readUsed = async (db: Db, day: Day): Promise<number> =>
  -prepaidOf((await listPosted(db, toBookingSubject(day))).filter(isOfDay(day, 'visit')))

/** The cancellation was undone, or the patient came after all. */
export const giveBackFee = (tx: Tx, day: Day, now: number) => reverse(tx, day, 'fee', now)

/**
 * Money went back: out of what is still held; what is missing there, out of what was earned, and at last out of fees.
 * Nothing is posted for a payment that was never held.
 */
export async function postReturn(tx: Tx, refund: Refund, { id, subject }: Payment, now: number): Promise<void> {
  const posted = await lockPosted(tx, subject)
  if (!posted.some(({ key }) => key === toAdvanceKey(id))) return
  const lines: LedgerLine[] = []
  let left = refund.amountCents
  for (const accounts of [['prepaid'], ['service-sales', 'sales-tax'], ['cancellation-fees']] as const) {
    const credits = netOf(posted, accounts).filter(({ cents }) => cents < 0)
    const amounts = credits.map(({ cents }) => -cents)
    const part = Math.min(left, sum(amounts))
    const shares = shareOut(amounts, part)
    lines.push(...credits.map((line, index) => ({ ...line, cents: shares[index]! })))
    left -= part
  }
  // More than all of it went back: the rest is owed to the clinic.
  lines.push({ account: 'prepaid', cents: left }, { account: 'receivable', cents: -refund.amountCents })
  await postIfAny(tx, { key: `return:${refund.id}`, subject, at: now, lines })
}

/** What is held for visits to come, in cents. */
export const readPrepaid = async (db: Db, subject: BookingSubject): Promise<number> =>
  prepaidOf(await listPosted(db, subject))

export const prepaidOf = (posted: readonly LedgerTransaction[]) =>
  sum(netOf(posted, ['prepaid']).map(({ cents }) => -cents))

/**
 * What of the prepaid money is a day's, if it is the next one to be given: a plan's days share it to the cent, in whatever
 * order they are given, also when more is paid meanwhile. A canceled day's share stays for the one that takes its turn.
 */
function shareOf(posted: readonly LedgerTransaction[], { given, days }: { given: number; days: number }): number {
  const paid = paidOf(posted)
  const earned = -sumPrepaid(posted, ['visit', 'visit-undone'])
  const due = Math.floor((paid * (given + 1)) / days)
  return Math.max(0, Math.min(due - earned, prepaidOf(posted)))
}

/** All that was paid, online and at the desk, whatever was paid back since; without what was entered by mistake. */
export const paidOf = (posted: readonly LedgerTransaction[]) => sumPrepaid(posted, ['advance', 'desk', 'desk-undone'])

const sumPrepaid = (posted: readonly LedgerTransaction[], kinds: readonly string[]) =>
  prepaidOf(posted.filter(({ key }) => kinds.includes(key.split(':')[0]!)))

/** How many days there are, and how many of the others have been. */
async function countDays(db: Db, { id, planId }: Day) {
  if (planId === undefined) return { given: 0, days: 1 }
  const days = await listAppointmentsOfPlan(db, planId)
  return { given: days.filter((other) => other.id !== id && isGiven(other)).length, days: days.length }
}

/** As `settleVisit` has it for days of plans. */
export const isGiven = ({ state }: Pick<Appointment, 'state'>) => state === 'completed' || state === 'no-show'

/** Takes back all that was posted for a day, line by line, but no more than is left in that account. */
async function reverse(tx: Tx, day: Day, kind: 'visit' | 'fee', now: number) {
  const subject = toBookingSubject(day)
  const posted = await lockPosted(tx, subject)
  const accounts = ['service-sales', 'sales-tax', 'cancellation-fees'] as const
  const left = netOf(posted, accounts)
  const lines = netOf(posted.filter(isOfDay(day, kind)), accounts).map(({ account, item, cents }) => {
    const there = left.find((line) => line.account === account && line.item === item)?.cents ?? 0
    return { account, item, cents: Math.max(0, -Math.max(cents, there)) }
  })
  await postIfAny(tx, {
    key: nextKey(posted, `${kind}-undone`, day.id),
    subject,
    at: now,
    lines: [{ account: 'prepaid', cents: -sum(lines.map(({ cents }) => cents)) }, ...lines],
  })
}

/** What was posted for a day, and what was posted back. */
const isOfDay =
  (day: Day, kind: 'visit' | 'fee') =>
  ({ key }: LedgerTransaction) => {
    const [what, id] = key.split(':')
    return id === day.id && (what === kind || what === `${kind}-undone`)
  }

/** 'visit:ID', then 'visit:ID:2': a visit can be undone and recorded again. */
export function nextKey(posted: readonly LedgerTransaction[], kind: string, id: string) {
  const first = `${kind}:${id}`
  const earlier = posted.filter(({ key }) => key === first || key.startsWith(`${first}:`)).length
  return earlier === 0 ? first : `${first}:${earlier + 1}`
}

/** The sums of these accounts, for each item. */
export function netOf(posted: readonly LedgerTransaction[], accounts: readonly Account[]): LedgerLine[] {
  const lines = posted.flatMap((transaction) => transaction.lines).filter(({ account }) => accounts.includes(account))
  return [...Map.groupBy(lines, ({ account, item = '' }) => `${account} ${item}`).values()].map((group) => ({
    ...group[0]!,
    cents: sum(group.map(({ cents }) => cents)),
  }))
}

/** What was posted, of which nobody else takes a share until the transaction ends. */
export async function lockPosted(tx: Tx, subject: string): Promise<LedgerTransaction[]> {
  const [kind, id = ''] = subject.split(':')
  if (kind === 'plan')
    await tx
      .updateTable('plans')
      .set(({ ref }) => ({ title: ref('title') }))
      .where('id', '=', id)
      .execute()
  else
    await tx
      .updateTable('appointments')
      .set(({ ref }) => ({ state: ref('state') }))
      .where('id', '=', id)
      .execute()
  return listPosted(tx, subject)
}

/** Without the lines that move nothing; nothing at all if none moves anything. */
export async function postIfAny(tx: Tx, transaction: LedgerTransaction): Promise<boolean> {
  const lines = transaction.lines.filter(({ cents }) => cents !== 0)
  return lines.length > 0 && (await post(tx, { ...transaction, lines }))
}

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
