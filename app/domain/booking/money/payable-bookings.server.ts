import type { Db, Tx } from '#app/database/tables.ts'
import { type Appointment, isActive } from '#app/domain/booking/appointment.ts'
import { finishChanges, lockTogether } from '#app/domain/booking/appointment-change.server.ts'
import { findAppointment, listAppointmentsOfPlan, updateAppointment } from '#app/domain/booking/appointments.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { releaseSlots } from '#app/domain/booking/holds.server.ts'
import { offerFreed } from '#app/domain/booking/waitlist/offers.server.ts'
import type { PaidPayment, Payable } from '#app/domain/payments/payable.ts'
import type { RefundReason } from '#app/domain/payments/payment.ts'
import { readSubject } from '#app/domain/payments/subject.ts'
import { postAdvance, postReturn, toBookingSubject } from './booking-ledger.server.ts'
import { describeBooked, issueReceipt } from './booking-receipts.server.ts'
import { awaitsPayment, isPayable } from './pay-ahead.ts'
import { tellOfPayment } from './payment-emails.server.ts'
import { findTerms, listPaidTogether, setPaidWith } from './terms.server.ts'

type Kind = 'appointment' | 'plan'

/** The money of bookings: an appointment, or all days of a plan together. */
export const payableBookings = (deps: BookingDeps): Record<Kind, Payable> => ({
  appointment: toPayable(deps, 'appointment'),
  plan: toPayable(deps, 'plan'),
})

const toPayable = (deps: BookingDeps, kind: Kind): Payable => ({
  /** It was paid or given a card, answered or canceled, or its time is over. */
  async isOver(db, ref, now) {
    const days = await listDays(db, kind, ref)
    return !days.some((day) => isPayable(day, now))
  },

  lock: (tx, ref) => lockBooked(deps, tx, kind, ref),

  async use(tx, payment, now) {
    const days = await lockBooked(deps, tx, kind, readSubject(payment.subject).ref)
    const reason = await findReason(tx, days, payment)
    if (reason) return reason
    await setPaidWith(tx, days[0]!, payment.id)
    await issueReceipt(tx, payment.id, describeBooked(deps.content, await listPaidTogether(tx, days[0]!)))
    await postAdvance(tx, { subject: toBookingSubject(days[0]!), paymentId: payment.id, cents: payment.paidCents, now })
    const [held, accepted] = [days.filter(awaitsPayment), days.filter(isAcceptedUnpaid)]
    const [first] = [...held, ...accepted]
    await tellOfPayment(deps, tx, first!, { about: 'paid', paymentId: payment.id })
    for (const { id, revision } of accepted) await updateAppointment(tx, id, { ...paid, revision: revision + 1 })
    await confirmHeld(deps, tx, held, now)
    return undefined
  },

  /** Not if it was canceled meanwhile, or the clinic accepted it without a card. */
  async keepCard(tx, { subject }, now) {
    const held = (await lockBooked(deps, tx, kind, readSubject(subject).ref)).filter(awaitsPayment)
    await confirmHeld(deps, tx, held, now)
    return held.length > 0
  },

  async release(tx, { id, subject }) {
    const [first] = await listDays(tx, kind, readSubject(subject).ref)
    if (first && (await findTerms(tx, first)).paidWith === id) await setPaidWith(tx, first, null)
  },

  async takeBack(tx, refund, payment, now) {
    await postReturn(tx, refund, payment, now)
    const day = (await listDays(tx, kind, readSubject(payment.subject).ref)).find(({ email }) => email !== '')
    if (day) await tellOfPayment(deps, tx, day, { about: 'refunded', refundId: refund.id })
  },

  async listOverdue(db, now) {
    const rows = await db
      .selectFrom('appointments')
      .select(kind === 'plan' ? 'planId as ref' : 'id as ref')
      .distinct()
      .where('payBy', '<=', now)
      .where('state', '=', 'requested')
      .where('planId', kind === 'plan' ? 'is not' : 'is', null)
      .execute()
    return rows.flatMap(({ ref }) => ref ?? [])
  },

  /** The time is free again, or offered to who waits for it, and the patient is told. */
  async endUnpaid(tx, ref, now) {
    const days = (await lockBooked(deps, tx, kind, ref)).filter((day) => awaitsPayment(day) && day.payBy! <= now)
    for (const { id, revision } of days) {
      await updateAppointment(tx, id, { state: 'cancelled', revision: revision + 1 })
      const freed = await releaseSlots({ ...deps, tx }, `appointment:${id}`)
      await offerFreed(deps, tx, freed, { now })
    }
    const [first] = days
    if (!first) return
    await tellOfPayment(deps, tx, first, { about: 'unpaid' })
    await deps.pages.purge(tx, 'booking')
  },
})

/** The soonest first. */
async function listDays(db: Db, kind: Kind, ref: string): Promise<Appointment[]> {
  if (kind === 'plan') return (await listAppointmentsOfPlan(db, ref)).toSorted((a, b) => a.startsAt - b.startsAt)
  const found = await findAppointment(db, ref)
  return found ? [found] : []
}

const lockBooked = (deps: BookingDeps, tx: Tx, kind: Kind, ref: string) =>
  lockTogether({ ...deps, tx }, kind === 'plan' ? { planId: ref } : { id: ref })

/** Why it has to go back. */
async function findReason(
  tx: Tx,
  days: readonly Appointment[],
  { paidCents }: PaidPayment,
): Promise<RefundReason | undefined> {
  const [first] = days
  if (!first || !days.some(isActive)) return 'canceled'
  const { payCents, paidWith } = await findTerms(tx, first)
  if (paidWith !== undefined) return 'paid-twice'
  return payCents === paidCents ? undefined : 'other-amount'
}

const paid = { payBy: null, paidState: null }

/** The clinic accepted it before its payment arrived, which it still costs. */
const isAcceptedUnpaid = (day: Appointment) => isActive(day) && !awaitsPayment(day)

/** From now on it is as if it had just been booked. */
async function confirmHeld(deps: BookingDeps, tx: Tx, days: readonly Appointment[], now: number) {
  for (const { id, paidState, revision } of days)
    await updateAppointment(tx, id, {
      ...paid,
      state: paidState ?? 'requested',
      revision: revision + 1,
    })
  const wholePlan = days[0]?.planId !== undefined || undefined
  await finishChanges(deps, tx, 'patient', days, { news: 'booked', wholePlan, now })
}
