import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { changeAppointment, type NotFound } from '#app/domain/booking/appointment-change.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { listAppointmentsById } from '#app/domain/booking/appointments.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { isGiven, readShare, readUsed } from '#app/domain/booking/money/booking-ledger.server.ts'
import { findCard } from '#app/domain/payments/cards.server.ts'
import { askCharge, listDeclined, withdrawCharges } from '#app/domain/payments/charge-card.server.ts'
import { listPayments } from '#app/domain/payments/payment-list.server.ts'
import { isByBank } from '#app/domain/payments/payment.ts'
import { checkSoon } from '#app/domain/payments/payments.server.ts'
import { askFullRefund, refundableCents, withdrawRefund } from '#app/domain/payments/refunds.server.ts'
import { canPayOnline } from '#app/domain/shared/can-pay-online.ts'
import { undoOfferMs } from '#app/domain/shared/done.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { type Fee, feeSubject, owesFee } from './fee.ts'

type TxDeps = { tx: Tx; queue: Queue }
type Day = Pick<Appointment, 'id' | 'planId'>

/** `usedCents`: what was prepaid for the visit and is used up, which counts towards the fee. */
type FeeAsked = { chargeAt: number; usedCents?: number; now: number }

/** Has the fee charged to the card of its booking, if one is kept; not before the time for Undo is over. */
export async function askFee(deps: TxDeps, day: Day, { chargeAt, usedCents = 0, now }: FeeAsked) {
  const card = await findKeptCard(deps.tx, day)
  const fee = card && (await findFee(deps.tx, day.id))
  if (!card || (fee && fee.state !== 'refunded')) return
  // Missed after all: what was paid before has not gone back yet.
  if (fee && (await withdrawRefund(deps.tx, fee.paymentId))) return
  const amountCents = card.mostCents - usedCents
  if (!canPayOnline(amountCents)) return
  const charge = { subject: feeSubject(day.id), cardId: card.id, amountCents }
  await askCharge(deps, { ...charge, chargeAt, now })
}

/** What would be charged for a visit if it were missed, in cents; 0 if nothing. */
export async function foreseeMissedFee(db: Db, appointment: Appointment, { mostCents }: { mostCents: number }) {
  if (appointment.planId === undefined) return mostCents
  const usedCents = await (isGiven(appointment) ? readUsed : readShare)(db, appointment)
  return canPayOnline(mostCents - usedCents) ? mostCents - usedCents : 0
}

/** The card of an appointment, or of the plan whose day it is. */
export const findKeptCard = (db: Db, { id, planId }: Day) =>
  findCard(db, [`appointment:${id}`, ...(planId === undefined ? [] : [`plan:${planId}`])])

/** What was not charged yet is not, and what was paid goes back; `waits`: once a manager sends it. */
export async function withdrawFee({ tx, queue }: TxDeps, id: string, { now, waits }: { now: number; waits: boolean }) {
  const subject = feeSubject(id)
  await withdrawCharges(tx, subject, now)
  const { payments } = await listPayments(tx, subject)
  for (const { id: paymentId, state, purpose } of payments) {
    if (state === 'open' && purpose === 'pay') await checkSoon(queue, tx, paymentId)
    if (state === 'paid')
      await askFullRefund({ tx, queue }, { paymentId, reason: 'canceled', now, sendAt: now + undoOfferMs, waits })
  }
}

/** The fee of an appointment; undefined if there is none, or it was withdrawn. */
export async function findFee(db: Db, appointmentId: string): Promise<Fee | undefined> {
  const { payments, refunds } = await listPayments(db, feeSubject(appointmentId))
  const due = payments.find(({ state, purpose }) => state === 'open' && purpose === 'charge')
  const { id: paymentId, amountCents } = due ?? {}
  if (due && paymentId !== undefined && amountCents !== undefined)
    return { state: 'due', paymentId, amountCents, chargeAt: due.chargeAt ?? 0, isTried: due.triedAt !== undefined }
  for (const payment of payments) {
    const fee = { paymentId: payment.id, amountCents: payment.amountCents }
    if (payment.state === 'declined')
      return { ...fee, state: 'declined', isByBank: isByBank(payment), failure: payment.failure }
    // Without a receipt it went back at once.
    if (payment.state !== 'paid' || payment.receiptNumber === undefined) continue
    const ofPayment = refunds.filter((refund) => refund.paymentId === payment.id)
    if (refundableCents(payment, ofPayment) === 0) return { ...fee, state: 'refunded' }
    return { ...fee, state: 'paid', receiptNumber: payment.receiptNumber }
  }
  return undefined
}

export type WaiveFeeResult = { ok: true } | NotFound | { ok: false; reason: 'no-fee' | 'being-charged' }

/** Staff do without a fee that was not paid yet. 'being-charged': it can be refunded once it was. */
export const waiveFee = (
  { database, vault, queue }: Pick<BookingDeps, 'database' | 'vault' | 'queue'>,
  actor: ScopedActor,
  { id, now }: { id: string; now: number },
): Promise<WaiveFeeResult> =>
  changeAppointment({ database }, actor, id, async (tx): Promise<WaiveFeeResult> => {
    const fee = await findFee(tx, id)
    if (fee?.state !== 'due' && fee?.state !== 'declined') return { ok: false, reason: 'no-fee' }
    if (fee.state === 'due' && fee.isTried) return { ok: false, reason: 'being-charged' }
    // Nothing was paid.
    await withdrawFee({ tx, queue }, id, { now, waits: false })
    await recordAct({ tx, vault }, actor, { act: 'appointment.fee-waived', record: `appointment:${id}` })
    return { ok: true }
  })

/** What its patient can pay online, because the card was declined. */
export async function findUnpaidFee(
  db: Db,
  appointment: Appointment | undefined,
): Promise<Extract<Fee, { state: 'declined' }> | undefined> {
  if (!appointment || !owesFee(appointment)) return undefined
  const fee = await findFee(db, appointment.id)
  return fee?.state === 'declined' ? fee : undefined
}

type UnpaidFee = { appointment: Appointment; amountCents: number; at: number; isByBank: boolean }

/** Appointments whose fee was declined and is still to be paid, with when, the newest first. */
export async function listUnpaidFees(db: Db): Promise<UnpaidFee[]> {
  const declined = await listDeclined(db, 'fee')
  const appointments = await listAppointmentsById(
    db,
    declined.map(({ ref }) => ref),
  )
  return declined.flatMap(({ ref, ...fee }) => {
    const appointment = appointments.find(({ id }) => id === ref)
    return appointment && owesFee(appointment) && appointment.name !== '' ? [{ appointment, ...fee }] : []
  })
}
