import type { Db, Tx } from '#app/database/tables.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import { checkSoon, findOpenPayment } from '#app/domain/payments/payments.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import {
  askFullRefund,
  listRefunds,
  refundableCents,
  sumRefunds,
  withdrawRefund,
} from '#app/domain/payments/refunds.server.ts'
import type { Refund } from '#app/domain/payments/payment.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { giveBackFee, keepFee, readPrepaid, readShare, toBookingSubject } from './booking-ledger.server.ts'
import { findTerms, listPaidTogether, setPaidWith } from './terms.server.ts'

type Deps = { tx: Tx; queue: Queue }

/** `sendAt`: once it can no longer be undone. */
type Canceled = { isLate?: (day: Appointment) => boolean; now: number; sendAt?: number; waits?: boolean }

/**
 * For days that were canceled or declined in this transaction: an open checkout is ended, a late one keeps its fee, and
 * the rest goes back. While other days of a plan are ahead, what a canceled one cost is there for the day that takes its turn.
 */
export async function refundCanceled(deps: Deps, days: readonly Appointment[], { isLate, ...times }: Canceled) {
  const { tx, queue } = deps
  const [first] = days
  if (!first) return
  const open = await findOpenPayment(tx, toBookingSubject(first))
  if (open) await checkSoon(queue, tx, open.id)
  const { paidWith, cancelFee } = await findTerms(tx, first)
  if (paidWith === undefined) return
  for (const day of days) if (isLate?.(day)) await keepFee(tx, day, { cents: cancelFee, now: times.now })
  if (!(await listPaidTogether(tx, first)).some(isActive)) await refundHeld(deps, first, { paidWith, ...times })
}

/** What a cancellation of these days, the last ones ahead, would send back and keep. */
export async function foreseeRefund(
  db: Db,
  days: readonly Appointment[],
  isLate: (day: Appointment) => boolean,
): Promise<{ backCents: number; feeCents: number }> {
  const [first] = days
  if (!first) return { backCents: 0, feeCents: 0 }
  const { cancelFee } = await findTerms(db, first)
  const { refunds } = await listPayments(db, toBookingSubject(first))
  let held = (await readPrepaid(db, toBookingSubject(first))) - sumAsked(refunds)
  let feeCents = 0
  for (const day of days.filter(isLate)) {
    const kept = Math.min(cancelFee, await readShare(db, day), held)
    held -= kept
    feeCents += kept
  }
  return { backCents: held, feeCents }
}

/** On their way, and not in the ledger yet. */
const sumAsked = (refunds: readonly Refund[]) => sumRefunds(refunds.filter(({ state }) => state === 'asked'))

/** Sends back what is held and not on its way back already. */
async function refundHeld(
  { tx, queue }: Deps,
  day: Appointment,
  { paidWith: paymentId, ...times }: { paidWith: string; now: number; sendAt?: number; waits?: boolean },
) {
  const mostCents = (await readPrepaid(tx, toBookingSubject(day))) - sumAsked(await listRefunds(tx, [paymentId]))
  await askFullRefund({ tx, queue }, { paymentId, reason: 'canceled', mostCents, ...times })
}

/** Withdraws what a cancellation would send back; false if it is on its way, and then it can't be undone any more. */
export async function stopRefund(tx: Tx, day: Pick<Appointment, 'id' | 'planId'>): Promise<boolean> {
  const { paidWith } = await findTerms(tx, day)
  if (paidWith === undefined) return true
  await withdrawRefund(tx, paidWith)
  return !(await listRefunds(tx, [paidWith])).some(({ reason, state }) => reason === 'canceled' && state !== 'failed')
}

/** For a cancellation that was undone in this transaction. A refund that was tried stays, and then nothing is paid any more. */
export async function keepPaid(tx: Tx, days: readonly Appointment[], now: number) {
  const [first] = days
  if (!first) return
  const { paidWith } = await findTerms(tx, first)
  if (paidWith === undefined) return
  for (const day of days) await giveBackFee(tx, day, now)
  await withdrawRefund(tx, paidWith)
  const { payments, refunds } = await listPayments(tx, toBookingSubject(first))
  const payment = payments.find(({ id }) => id === paidWith)
  const ofIt = refunds.filter(({ paymentId }) => paymentId === paidWith)
  if (!payment || refundableCents(payment, ofIt) <= 0) await setPaidWith(tx, first, null)
}
